// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StandardBridge} from "./StandardBridge.sol";

contract L1StandardBridge is StandardBridge {
    event ETHDepositInitiated(address indexed from, address indexed to, uint256 amount, bytes extraData);
    event ETHWithdrawalFinalized(address indexed from, address indexed to, uint256 amount, bytes extraData);
    event ERC20DepositInitiated(
        address indexed l1Token,
        address indexed l2Token,
        address indexed from,
        address to,
        uint256 amount,
        bytes extraData
    );
    event ERC20WithdrawalFinalized(
        address indexed l1Token,
        address indexed l2Token,
        address indexed from,
        address to,
        uint256 amount,
        bytes extraData
    );

    function l2TokenBridge() external view returns (address) {
        return otherBridge;
    }

    function depositETH(uint32 minGasLimit, bytes calldata extraData) external payable onlyEOA {
        sendETH(msg.sender, msg.sender, msg.value, minGasLimit, extraData);
    }

    function depositETHTo(address to, uint32 minGasLimit, bytes calldata extraData) external payable {
        sendETH(msg.sender, to, msg.value, minGasLimit, extraData);
    }

    function depositERC20(
        address l1Token,
        address l2Token,
        uint256 amount,
        uint32 minGasLimit,
        bytes calldata extraData
    ) external onlyEOA {
        sendERC20(l1Token, l2Token, msg.sender, amount, minGasLimit, extraData);
    }

    function depositERC20To(
        address l1Token,
        address l2Token,
        address to,
        uint256 amount,
        uint32 minGasLimit,
        bytes calldata extraData
    ) external {
        sendERC20(l1Token, l2Token, to, amount, minGasLimit, extraData);
    }

    function finalizeETHWithdrawal(address from, address to, uint256 amount, bytes calldata extraData)
        external
        payable
    {
        finalizeBridgeETH(from, to, amount, extraData);
    }

    function finalizeERC20Withdrawal(
        address l1Token,
        address l2Token,
        address from,
        address to,
        uint256 amount,
        bytes calldata extraData
    ) external {
        finalizeBridgeERC20(l1Token, l2Token, from, to, amount, extraData);
    }

    function tellETHOut(address from, address to, uint256 amount, bytes memory extraData) internal override {
        emit ETHDepositInitiated(from, to, amount, extraData);
        super.tellETHOut(from, to, amount, extraData);
    }

    function tellETHIn(address from, address to, uint256 amount, bytes memory extraData) internal override {
        emit ETHWithdrawalFinalized(from, to, amount, extraData);
        super.tellETHIn(from, to, amount, extraData);
    }

    function tellERC20Out(
        address local,
        address remote,
        address from,
        address to,
        uint256 amount,
        bytes memory extraData
    ) internal override {
        emit ERC20DepositInitiated(local, remote, from, to, amount, extraData);
        super.tellERC20Out(local, remote, from, to, amount, extraData);
    }

    function tellERC20In(
        address local,
        address remote,
        address from,
        address to,
        uint256 amount,
        bytes memory extraData
    ) internal override {
        emit ERC20WithdrawalFinalized(local, remote, from, to, amount, extraData);
        super.tellERC20In(local, remote, from, to, amount, extraData);
    }
}
