// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IL2ToL2Messenger {
    function sendMessage(uint256 destination, address target, bytes calldata message) external returns (bytes32);
    function crossDomainMessageContext() external view returns (address sender, uint256 source);
}

/// What bridges between L2s have in common: each is called by itself alone, on another chain.
abstract contract SuperchainBridge {
    IL2ToL2Messenger internal constant MESSENGER = IL2ToL2Messenger(0x4200000000000000000000000000000000000023);

    error InvalidCrossDomainSender();
    error Unauthorized();
    error ZeroAddress();

    function version() external pure returns (string memory) {
        return "1.0.1";
    }

    /// The chain from which the call comes.
    function sourceOfCall() internal view returns (uint256) {
        if (msg.sender != address(MESSENGER)) revert Unauthorized();
        (address sender, uint256 source) = MESSENGER.crossDomainMessageContext();
        if (sender != address(this)) revert InvalidCrossDomainSender();
        return source;
    }
}
