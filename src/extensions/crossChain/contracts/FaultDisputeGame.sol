// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IFactory {
    function challenger() external view returns (address);
    function maxClockDuration() external view returns (uint64);
    function anchorStateRegistry() external view returns (address);
}

/// A claim about the state of an L2, which is true once its time is over, unless the challenger has objected.
/// It stands for all moves of a real game, and is resolved without a transaction.
contract FaultDisputeGame {
    enum GameStatus {
        IN_PROGRESS,
        CHALLENGER_WINS,
        DEFENDER_WINS
    }

    IFactory public factory;
    uint64 public createdAt;
    uint32 public gameType;
    address public gameCreator;
    uint64 private challengedAt;
    bool public wasRespectedGameTypeWhenCreated;
    bytes32 public rootClaim;
    bytes32 public l1Head;
    bytes public extraData;

    event Resolved(GameStatus indexed status);

    error AlreadyInitialized();
    error BadAuth();
    error GameNotInProgress();
    error ClockNotExpired();

    function version() external pure returns (string memory) {
        return "1.8.0";
    }

    function initialize(uint32 kind, bytes32 claim, bytes calldata extra, address creator, bool isRespected) external {
        if (createdAt != 0) revert AlreadyInitialized();
        factory = IFactory(msg.sender);
        createdAt = uint64(block.timestamp);
        gameType = kind;
        gameCreator = creator;
        wasRespectedGameTypeWhenCreated = isRespected;
        rootClaim = claim;
        l1Head = blockhash(block.number - 1);
        extraData = extra;
    }

    function l2BlockNumber() public view returns (uint256) {
        return abi.decode(extraData, (uint256));
    }

    function l2SequenceNumber() external view returns (uint256) {
        return l2BlockNumber();
    }

    function gameData() external view returns (uint32, bytes32, bytes memory) {
        return (gameType, rootClaim, extraData);
    }

    function anchorStateRegistry() external view returns (address) {
        return factory.anchorStateRegistry();
    }

    function maxClockDuration() public view returns (uint64) {
        return factory.maxClockDuration();
    }

    function resolvedAt() public view returns (uint64) {
        if (challengedAt != 0) return challengedAt;
        uint64 end = createdAt + maxClockDuration();
        return block.timestamp < end ? 0 : end;
    }

    function status() public view returns (GameStatus) {
        if (challengedAt != 0) return GameStatus.CHALLENGER_WINS;
        return resolvedAt() == 0 ? GameStatus.IN_PROGRESS : GameStatus.DEFENDER_WINS;
    }

    /// Nothing is left to do: the status says by itself when the time is over.
    function resolve() external returns (GameStatus result) {
        result = status();
        if (result == GameStatus.IN_PROGRESS) revert ClockNotExpired();
        emit Resolved(result);
    }

    /// Ends the game: the claim is not the state of the L2.
    function challenge() external {
        if (msg.sender != factory.challenger()) revert BadAuth();
        if (status() != GameStatus.IN_PROGRESS) revert GameNotInProgress();
        challengedAt = uint64(block.timestamp);
        emit Resolved(GameStatus.CHALLENGER_WINS);
    }
}
