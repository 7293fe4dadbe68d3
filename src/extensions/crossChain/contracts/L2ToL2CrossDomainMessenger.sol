// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Identifier} from "./CrossL2Inbox.sol";

interface IInbox {
    function validateMessage(Identifier calldata id, bytes32 msgHash) external;
}

/// Sends messages to other L2s, and runs those that come from there, each once.
contract L2ToL2CrossDomainMessenger {
    uint16 public constant messageVersion = 0;
    IInbox private constant INBOX = IInbox(0x4200000000000000000000000000000000000022);

    mapping(bytes32 => bool) public successfulMessages;
    mapping(bytes32 => bool) public sentMessages;
    uint240 private count;
    address private sender;
    uint256 private source;

    event SentMessage(
        uint256 indexed destination, address indexed target, uint256 indexed messageNonce, address sender, bytes message
    );
    event RelayedMessage(
        uint256 indexed source, uint256 indexed messageNonce, bytes32 indexed messageHash, bytes32 returnDataHash
    );

    error NotEntered();
    error ReentrantCall();
    error InvalidMessage();
    error EventPayloadNotSentMessage();
    error IdOriginNotL2ToL2CrossDomainMessenger();
    error MessageAlreadyRelayed();
    error MessageDestinationNotRelayChain();
    error MessageDestinationSameChain();
    error MessageTargetL2ToL2CrossDomainMessenger();

    /// Where a message runs, there is its source.
    modifier onlyEntered() {
        if (source == 0) revert NotEntered();
        _;
    }

    function version() external pure returns (string memory) {
        return "1.3.0";
    }

    function messageNonce() public view returns (uint256) {
        return (uint256(messageVersion) << 240) | count;
    }

    function crossDomainMessageSender() external view onlyEntered returns (address) {
        return sender;
    }

    function crossDomainMessageSource() external view onlyEntered returns (uint256) {
        return source;
    }

    function crossDomainMessageContext() external view onlyEntered returns (address, uint256) {
        return (sender, source);
    }

    function sendMessage(uint256 destination, address target, bytes calldata message) external returns (bytes32 hash) {
        if (destination == block.chainid) revert MessageDestinationSameChain();
        refuseSelf(target);
        uint256 nonce = messageNonce();
        hash = hashOf(destination, block.chainid, nonce, msg.sender, target, message);
        sentMessages[hash] = true;
        count++;
        emit SentMessage(destination, target, nonce, msg.sender, message);
    }

    /// Logs a message again whose log has expired.
    function resendMessage(uint256 destination, uint256 nonce, address from, address target, bytes calldata message)
        external
        returns (bytes32 hash)
    {
        hash = hashOf(destination, block.chainid, nonce, from, target, message);
        if (!sentMessages[hash]) revert InvalidMessage();
        emit SentMessage(destination, target, nonce, from, message);
    }

    function relayMessage(Identifier calldata id, bytes calldata sentMessage)
        external
        payable
        returns (bytes memory returned)
    {
        if (source != 0) revert ReentrantCall();
        if (id.origin != address(this)) revert IdOriginNotL2ToL2CrossDomainMessenger();
        INBOX.validateMessage(id, keccak256(sentMessage));
        if (bytes32(sentMessage[:32]) != SentMessage.selector) revert EventPayloadNotSentMessage();
        (uint256 destination, address target, uint256 nonce) =
            abi.decode(sentMessage[32:128], (uint256, address, uint256));
        (address from, bytes memory message) = abi.decode(sentMessage[128:], (address, bytes));
        if (destination != block.chainid) revert MessageDestinationNotRelayChain();
        refuseSelf(target);
        bytes32 hash = hashOf(destination, id.chainId, nonce, from, target, message);
        if (successfulMessages[hash]) revert MessageAlreadyRelayed();
        successfulMessages[hash] = true;
        (sender, source) = (from, id.chainId);
        bool success;
        (success, returned) = target.call{value: msg.value}(message);
        if (!success) {
            assembly ("memory-safe") {
                revert(add(returned, 32), mload(returned))
            }
        }
        (sender, source) = (address(0), 0);
        emit RelayedMessage(id.chainId, nonce, hash, keccak256(returned));
    }

    function refuseSelf(address target) private view {
        if (target == address(this)) revert MessageTargetL2ToL2CrossDomainMessenger();
    }

    function hashOf(
        uint256 destination,
        uint256 from,
        uint256 nonce,
        address account,
        address target,
        bytes memory message
    ) private pure returns (bytes32) {
        return keccak256(abi.encode(destination, from, nonce, account, target, message));
    }
}
