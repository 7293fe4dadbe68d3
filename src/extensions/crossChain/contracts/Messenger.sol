// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

library SafeCall {
    /// Whether a call that follows would have at least `minGas`, with `kept` left to its caller.
    function hasMinGas(uint256 minGas, uint256 kept) internal view returns (bool) {
        return gasleft() * 63 >= minGas * 64 + (40_000 + kept) * 63;
    }

    /// Calls with at least that gas, and reverts where there is less.
    function callWithMinGas(address target, uint256 minGas, uint256 value, bytes memory data)
        internal
        returns (bool success)
    {
        require(hasMinGas(minGas, 0), "SafeCall: Not enough gas");
        return call(target, gasleft(), value, data);
    }

    /// Copies nothing of what is returned, which could take all gas.
    function call(address target, uint256 gasLimit, uint256 value, bytes memory data) internal returns (bool success) {
        assembly ("memory-safe") {
            success := call(gasLimit, target, value, add(data, 32), mload(data), 0, 0)
        }
    }
}

/// Sends messages to its counterpart on the other chain, and runs those that come from there: each once, and again
/// while it has failed.
abstract contract CrossDomainMessenger {
    uint16 public constant MESSAGE_VERSION = 1;
    uint64 public constant RELAY_CONSTANT_OVERHEAD = 200_000;
    uint64 public constant MIN_GAS_DYNAMIC_OVERHEAD_NUMERATOR = 64;
    uint64 public constant MIN_GAS_DYNAMIC_OVERHEAD_DENOMINATOR = 63;
    uint64 public constant MIN_GAS_CALLDATA_OVERHEAD = 16;
    uint64 public constant RELAY_CALL_OVERHEAD = 40_000;
    uint64 public constant RELAY_RESERVED_GAS = 40_000;
    uint64 public constant RELAY_GAS_CHECK_BUFFER = 5_000;
    address private constant NO_SENDER = 0x000000000000000000000000000000000000dEaD;

    /// Set where the contract is placed.
    address public otherMessenger;
    address internal sender;
    uint240 private count;
    mapping(bytes32 => bool) public successfulMessages;
    mapping(bytes32 => bool) public failedMessages;

    event SentMessage(
        address indexed target, address sender, bytes message, uint256 messageNonce, uint256 gasLimit
    );
    event SentMessageExtension1(address indexed sender, uint256 value);
    event RelayedMessage(bytes32 indexed msgHash);
    event FailedRelayedMessage(bytes32 indexed msgHash);

    function OTHER_MESSENGER() external view returns (address) {
        return otherMessenger;
    }

    function version() external pure returns (string memory) {
        return "2.9.0";
    }

    function messageNonce() public view returns (uint256) {
        return (uint256(MESSAGE_VERSION) << 240) | count;
    }

    /// Who has sent the message that runs now.
    function xDomainMessageSender() external view returns (address) {
        require(sender != NO_SENDER, "CrossDomainMessenger: xDomainMessageSender is not set");
        return sender;
    }

    function paused() public view virtual returns (bool) {
        return false;
    }

    /// The gas with which a message has at least `minGasLimit` when it runs.
    function baseGas(bytes calldata message, uint32 minGasLimit) public pure returns (uint64) {
        uint256 run = RELAY_CONSTANT_OVERHEAD + RELAY_CALL_OVERHEAD + RELAY_RESERVED_GAS + RELAY_GAS_CHECK_BUFFER
            + (uint256(minGasLimit) * MIN_GAS_DYNAMIC_OVERHEAD_NUMERATOR) / MIN_GAS_DYNAMIC_OVERHEAD_DENOMINATOR;
        // The call that carries it has a selector, six words and a length besides.
        uint256 size = message.length + 260;
        uint256 least = 21_000 + size * 40;
        uint256 gas = 21_000 + size * MIN_GAS_CALLDATA_OVERHEAD + run;
        return uint64(gas > least ? gas : least);
    }

    function sendMessage(address target, bytes calldata message, uint32 minGasLimit) external payable {
        uint256 nonce = messageNonce();
        count++;
        pass(
            baseGas(message, minGasLimit),
            abi.encodeCall(this.relayMessage, (nonce, msg.sender, target, msg.value, minGasLimit, message))
        );
        emit SentMessage(target, msg.sender, message, nonce, minGasLimit);
        emit SentMessageExtension1(msg.sender, msg.value);
    }

    function relayMessage(
        uint256 nonce,
        address from,
        address target,
        uint256 value,
        uint256 minGasLimit,
        bytes calldata message
    ) external payable {
        require(!paused(), "CrossDomainMessenger: paused");
        require(nonce >> 240 == MESSAGE_VERSION, "CrossDomainMessenger: only version 1 messages are supported");
        bytes32 hash =
            keccak256(abi.encodeCall(this.relayMessage, (nonce, from, target, value, minGasLimit, message)));
        if (isFromOther()) {
            // What has come from the other chain comes once, with its ether.
            assert(msg.value == value);
            assert(!failedMessages[hash]);
        } else {
            require(msg.value == 0, "CrossDomainMessenger: value must be zero unless message is from a system address");
            require(failedMessages[hash], "CrossDomainMessenger: message cannot be replayed");
        }
        require(!isUnsafe(target), "CrossDomainMessenger: cannot send message to blocked system address");
        require(!successfulMessages[hash], "CrossDomainMessenger: message has already been relayed");
        bool success = false;
        if (SafeCall.hasMinGas(minGasLimit, RELAY_RESERVED_GAS + RELAY_GAS_CHECK_BUFFER) && sender == NO_SENDER) {
            sender = from;
            success = SafeCall.call(target, gasleft() - RELAY_RESERVED_GAS, value, message);
            sender = NO_SENDER;
        }
        if (success) {
            // One that has called back and succeeded there has run.
            assert(!successfulMessages[hash]);
            successfulMessages[hash] = true;
            emit RelayedMessage(hash);
            return;
        }
        failedMessages[hash] = true;
        emit FailedRelayedMessage(hash);
        // Estimates find the gas with which it runs.
        if (tx.origin == address(1)) revert("CrossDomainMessenger: failed to relay message");
    }

    /// Brings a call to the other messenger.
    function pass(uint64 gasLimit, bytes memory data) internal virtual;

    /// Whether the call comes from the other messenger.
    function isFromOther() internal view virtual returns (bool);

    /// What no message may call.
    function isUnsafe(address target) internal view virtual returns (bool);
}
