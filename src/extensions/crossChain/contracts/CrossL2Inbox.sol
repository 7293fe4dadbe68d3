// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Where a log is: the address that has emitted it, and its place on one of the chains.
struct Identifier {
    address origin;
    uint256 blockNumber;
    uint256 logIndex;
    uint256 timestamp;
    uint256 chainId;
}

/// Says that a log of a chain is executed on this one. The access list of the transaction has to declare it, so that
/// nodes can check it before the transaction runs.
contract CrossL2Inbox {
    bytes32 private constant CHECKSUM_TYPE = bytes32(uint256(3) << 248);
    bytes32 private constant BARE = bytes32(type(uint256).max >> 8);
    uint256 private constant WARM_READ = 1000;

    event ExecutingMessage(bytes32 indexed msgHash, Identifier id);

    error NotInAccessList();
    error BlockNumberTooHigh();
    error TimestampTooHigh();
    error LogIndexTooHigh();

    function version() external pure returns (string memory) {
        return "1.0.1";
    }

    function validateMessage(Identifier calldata id, bytes32 msgHash) external {
        bytes32 checksum = calculateChecksum(id, msgHash);
        if (!isWarm(checksum)) revert NotInAccessList();
        emit ExecutingMessage(msgHash, id);
    }

    function calculateChecksum(Identifier calldata id, bytes32 msgHash) public pure returns (bytes32) {
        if (id.blockNumber > type(uint64).max) revert BlockNumberTooHigh();
        if (id.timestamp > type(uint64).max) revert TimestampTooHigh();
        if (id.logIndex > type(uint32).max) revert LogIndexTooHigh();
        bytes32 log = keccak256(abi.encodePacked(id.origin, msgHash));
        bytes32 place =
            bytes32((id.blockNumber << 96) | (id.timestamp << 32) | id.logIndex);
        bytes32 bare = keccak256(abi.encode(keccak256(abi.encode(log, place)), id.chainId));
        return (bare & BARE) | CHECKSUM_TYPE;
    }

    /// No slot is ever written, so a read is cheap for those of the access list alone.
    function isWarm(bytes32 slot) private view returns (bool warm) {
        assembly ("memory-safe") {
            let before := gas()
            let value := sload(slot)
            let cost := sub(before, gas())
            warm := and(iszero(value), lt(cost, WARM_READ))
        }
    }
}
