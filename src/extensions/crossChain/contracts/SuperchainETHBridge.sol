// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ETHLiquidity, SafeSend} from "./ETHLiquidity.sol";
import {SuperchainBridge} from "./SuperchainBridge.sol";

/// Brings ether to another L2.
contract SuperchainETHBridge is SuperchainBridge {
    ETHLiquidity private constant LIQUIDITY = ETHLiquidity(0x4200000000000000000000000000000000000025);

    event SendETH(address indexed from, address indexed to, uint256 amount, uint256 destination);
    event RelayETH(address indexed from, address indexed to, uint256 amount, uint256 source);

    function sendETH(address to, uint256 chainId) external payable returns (bytes32 msgHash) {
        if (to == address(0)) revert ZeroAddress();
        LIQUIDITY.burn{value: msg.value}();
        msgHash =
            MESSENGER.sendMessage(chainId, address(this), abi.encodeCall(this.relayETH, (msg.sender, to, msg.value)));
        emit SendETH(msg.sender, to, msg.value, chainId);
    }

    function relayETH(address from, address to, uint256 amount) external {
        uint256 source = sourceOfCall();
        LIQUIDITY.mint(amount);
        SafeSend.send(to, amount);
        emit RelayETH(from, to, amount, source);
    }
}
