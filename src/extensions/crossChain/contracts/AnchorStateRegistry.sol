// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {DisputeGameFactory} from "./DisputeGameFactory.sol";
import {FaultDisputeGame} from "./FaultDisputeGame.sol";
import {SystemConfig} from "./SystemConfig.sol";

/// Says which games the portal may rely on. Its values are set where it is placed.
contract AnchorStateRegistry {
    SystemConfig public systemConfig;
    DisputeGameFactory public disputeGameFactory;
    uint256 public disputeGameFinalityDelaySeconds;
    uint64 public retirementTimestamp;
    uint32 public respectedGameType;
    mapping(address => bool) public disputeGameBlacklist;

    event DisputeGameBlacklisted(address indexed disputeGame);
    event RespectedGameTypeSet(uint32 gameType);
    event RetirementTimestampSet(uint256 timestamp);

    error AnchorStateRegistry_Unauthorized();

    modifier onlyGuardian() {
        if (msg.sender != systemConfig.guardian()) revert AnchorStateRegistry_Unauthorized();
        _;
    }

    function version() external pure returns (string memory) {
        return "3.5.0";
    }

    function superchainConfig() external view returns (address) {
        return address(systemConfig);
    }

    function paused() public view returns (bool) {
        return systemConfig.paused();
    }

    function setRespectedGameType(uint32 gameType) external onlyGuardian {
        respectedGameType = gameType;
        emit RespectedGameTypeSet(gameType);
    }

    function updateRetirementTimestamp() external onlyGuardian {
        retirementTimestamp = uint64(block.timestamp);
        emit RetirementTimestampSet(block.timestamp);
    }

    function blacklistDisputeGame(address game) external onlyGuardian {
        disputeGameBlacklist[game] = true;
        emit DisputeGameBlacklisted(game);
    }

    function isGameRegistered(address game) public view returns (bool) {
        (uint32 gameType, bytes32 claim, bytes memory extraData) = FaultDisputeGame(game).gameData();
        (address known,) = disputeGameFactory.games(gameType, claim, extraData);
        return known == game;
    }

    function isGameRespected(address game) public view returns (bool) {
        return FaultDisputeGame(game).wasRespectedGameTypeWhenCreated();
    }

    function isGameBlacklisted(address game) public view returns (bool) {
        return disputeGameBlacklist[game];
    }

    function isGameRetired(address game) public view returns (bool) {
        return FaultDisputeGame(game).createdAt() <= retirementTimestamp;
    }

    function isGameProper(address game) public view returns (bool) {
        return isGameRegistered(game) && !isGameBlacklisted(game) && !isGameRetired(game) && !paused();
    }

    function isGameResolved(address game) public view returns (bool) {
        return FaultDisputeGame(game).resolvedAt() != 0;
    }

    function isGameFinalized(address game) public view returns (bool) {
        uint256 resolvedAt = FaultDisputeGame(game).resolvedAt();
        return resolvedAt != 0 && block.timestamp - resolvedAt > disputeGameFinalityDelaySeconds;
    }

    function isGameClaimValid(address game) external view returns (bool) {
        return isGameProper(game) && isGameRespected(game) && isGameFinalized(game)
            && FaultDisputeGame(game).status() == FaultDisputeGame.GameStatus.DEFENDER_WINS;
    }
}
