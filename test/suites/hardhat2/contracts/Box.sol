// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// The first of two contracts behind one proxy.
contract Box {
    error InitializedTwice();

    uint256 public value;
    bool private isInitialized;

    function initialize(uint256 first) external {
        if (isInitialized) revert InitializedTwice();
        isInitialized = true;
        value = first;
    }
}

/// The second, with the same storage.
contract BoxThatGrows {
    error InitializedTwice();

    uint256 public value;
    bool private isInitialized;

    function grow() external {
        value += 1;
    }
}
