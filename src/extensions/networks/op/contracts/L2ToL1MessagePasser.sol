// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Where withdrawals to L1 begin, at 0x42…16. A block's withdrawals root is the root of its storage.
contract L2ToL1MessagePasser {
    uint16 public constant MESSAGE_VERSION = 1;

    mapping(bytes32 => bool) public sentMessages;
    uint240 private _nonce;

    event MessagePassed(
        uint256 indexed nonce,
        address indexed sender,
        address indexed target,
        uint256 value,
        uint256 gasLimit,
        bytes data,
        bytes32 withdrawalHash
    );

    receive() external payable {
        initiateWithdrawal(msg.sender, 100_000, "");
    }

    function initiateWithdrawal(address target, uint256 gasLimit, bytes memory data) public payable {
        uint256 nonce = messageNonce();
        bytes32 withdrawalHash =
            keccak256(abi.encode(nonce, msg.sender, target, msg.value, gasLimit, data));
        sentMessages[withdrawalHash] = true;
        _nonce++;
        emit MessagePassed(nonce, msg.sender, target, msg.value, gasLimit, data, withdrawalHash);
    }

    function messageNonce() public view returns (uint256) {
        return (uint256(MESSAGE_VERSION) << 240) | _nonce;
    }
}
