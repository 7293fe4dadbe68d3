// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// What an L2 is made of on L1. It stands for the SuperchainConfig too. Its values are set where it is placed.
contract SystemConfig {
    address public owner;
    address public guardian;
    bool public paused;
    address public optimismPortal;
    address public l1CrossDomainMessenger;
    address public l1StandardBridge;
    address public disputeGameFactory;
    address public unsafeBlockSigner;
    uint256 public l2ChainId;
    uint64 public gasLimit;
    uint32 public basefeeScalar;
    uint32 public blobbasefeeScalar;
    bytes32 public batcherHash;

    event Paused(address identifier);
    event Unpaused(address identifier);

    error OnlyGuardian();

    function version() external pure returns (string memory) {
        return "3.0.0";
    }

    function superchainConfig() external view returns (address) {
        return address(this);
    }

    /// Stops proofs, withdrawals and relays on L1 until `unpause`.
    function pause(address identifier) external {
        setPaused(true);
        emit Paused(identifier);
    }

    function unpause(address identifier) external {
        setPaused(false);
        emit Unpaused(identifier);
    }

    function setPaused(bool isPaused) private {
        if (msg.sender != guardian) revert OnlyGuardian();
        paused = isPaused;
    }
}
