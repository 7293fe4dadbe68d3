// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {AnchorStateRegistry} from "./AnchorStateRegistry.sol";
import {FaultDisputeGame} from "./FaultDisputeGame.sol";

/// Makes the games about the states of an L2. Its values are set where it is placed.
contract DisputeGameFactory {
    struct Game {
        uint32 gameType;
        uint64 timestamp;
        address proxy;
    }

    struct GameSearchResult {
        uint256 index;
        bytes32 metadata;
        uint64 timestamp;
        bytes32 rootClaim;
        bytes extraData;
    }

    address public owner;
    address public challenger;
    AnchorStateRegistry public anchorStateRegistry;
    uint64 public maxClockDuration;
    mapping(uint32 => address) public gameImpls;
    mapping(uint32 => uint256) public initBonds;
    Game[] private list;
    mapping(bytes32 => Game) private byId;

    event DisputeGameCreated(address indexed disputeProxy, uint32 indexed gameType, bytes32 indexed rootClaim);

    error GameAlreadyExists(bytes32 uuid);
    error IncorrectBondAmount();
    error NoImplementation(uint32 gameType);

    function version() external pure returns (string memory) {
        return "1.4.0";
    }

    function gameCount() external view returns (uint256) {
        return list.length;
    }

    function gameAtIndex(uint256 index) external view returns (uint32, uint64, address) {
        Game memory game = list[index];
        return (game.gameType, game.timestamp, game.proxy);
    }

    function games(uint32 gameType, bytes32 claim, bytes calldata extraData) external view returns (address, uint64) {
        Game memory game = byId[getGameUUID(gameType, claim, extraData)];
        return (game.proxy, game.timestamp);
    }

    function getGameUUID(uint32 gameType, bytes32 claim, bytes calldata extraData) public pure returns (bytes32) {
        return keccak256(abi.encode(gameType, claim, extraData));
    }

    /// Proposes a state: `extraData` is the number of its L2 block.
    function create(uint32 gameType, bytes32 claim, bytes calldata extraData) external payable returns (address proxy) {
        address implementation = gameImpls[gameType];
        if (implementation == address(0)) revert NoImplementation(gameType);
        if (msg.value != initBonds[gameType]) revert IncorrectBondAmount();
        bytes32 id = getGameUUID(gameType, claim, extraData);
        if (byId[id].proxy != address(0)) revert GameAlreadyExists(id);
        // The proxy of EIP-1167.
        bytes memory code = abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", implementation, hex"5af43d82803e903d91602b57fd5bf3"
        );
        assembly ("memory-safe") {
            proxy := create(0, add(code, 32), mload(code))
        }
        bool isRespected = gameType == anchorStateRegistry.respectedGameType();
        FaultDisputeGame(proxy).initialize(gameType, claim, extraData, msg.sender, isRespected);
        Game memory game = Game(gameType, uint64(block.timestamp), proxy);
        list.push(game);
        byId[id] = game;
        emit DisputeGameCreated(proxy, gameType, claim);
    }

    /// The newest games of a type, from the index `start` down.
    function findLatestGames(uint32 gameType, uint256 start, uint256 count)
        external
        view
        returns (GameSearchResult[] memory found)
    {
        if (start >= list.length || count == 0) return found;
        found = new GameSearchResult[](count > start + 1 ? start + 1 : count);
        uint256 size = 0;
        for (uint256 left = start + 1; left > 0 && size < found.length; left--) {
            uint256 index = left - 1;
            Game memory game = list[index];
            if (game.gameType != gameType) continue;
            FaultDisputeGame proxy = FaultDisputeGame(game.proxy);
            bytes32 metadata = bytes32(
                (uint256(game.gameType) << 224) | (uint256(game.timestamp) << 160) | uint256(uint160(game.proxy))
            );
            found[size++] = GameSearchResult(index, metadata, game.timestamp, proxy.rootClaim(), proxy.extraData());
        }
        assembly ("memory-safe") {
            mstore(found, size)
        }
    }
}
