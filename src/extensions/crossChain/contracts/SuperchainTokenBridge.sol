// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {SuperchainBridge} from "./SuperchainBridge.sol";

/// A token that a bridge between chains may burn on one and mint on another.
interface IERC7802 {
    function crosschainMint(address to, uint256 amount) external;
    function crosschainBurn(address from, uint256 amount) external;
    function supportsInterface(bytes4 id) external view returns (bool);
}

/// Brings tokens to another L2, where they have the same address.
contract SuperchainTokenBridge is SuperchainBridge {
    event SendERC20(
        address indexed token, address indexed from, address indexed to, uint256 amount, uint256 destination
    );
    event RelayERC20(address indexed token, address indexed from, address indexed to, uint256 amount, uint256 source);

    error InvalidERC7802();

    function sendERC20(address token, address to, uint256 amount, uint256 chainId)
        external
        returns (bytes32 msgHash)
    {
        if (to == address(0)) revert ZeroAddress();
        if (!isCrosschain(token)) revert InvalidERC7802();
        IERC7802(token).crosschainBurn(msg.sender, amount);
        msgHash = MESSENGER.sendMessage(
            chainId, address(this), abi.encodeCall(this.relayERC20, (token, msg.sender, to, amount))
        );
        emit SendERC20(token, msg.sender, to, amount, chainId);
    }

    function relayERC20(address token, address from, address to, uint256 amount) external {
        uint256 source = sourceOfCall();
        IERC7802(token).crosschainMint(to, amount);
        emit RelayERC20(token, from, to, amount, source);
    }

    function isCrosschain(address token) private view returns (bool) {
        (bool success, bytes memory returned) =
            token.staticcall(abi.encodeCall(IERC7802.supportsInterface, (bytes4(0x33331994))));
        return success && returned.length >= 32 && abi.decode(returned, (uint256)) == 1;
    }
}
