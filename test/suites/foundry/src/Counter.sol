// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Counter {
    error TooFar(uint256 by);

    event Incremented(address indexed by, uint256 number);

    uint256 public number;

    constructor(uint256 start) {
        number = start;
    }

    function increment() external returns (uint256) {
        number += 1;
        emit Incremented(msg.sender, number);
        return number;
    }

    function increaseBy(uint256 by) external {
        require(by > 0, "by nothing");
        if (by > 100) revert TooFar(by);
        number += by;
    }
}
