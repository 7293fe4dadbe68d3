// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IOptimismMintableERC20, StandardBridge} from "./StandardBridge.sol";

contract L2StandardBridge is StandardBridge {
    /// What stands for ether among tokens.
    address private constant ETHER = 0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000;

    event WithdrawalInitiated(
        address indexed l1Token,
        address indexed l2Token,
        address indexed from,
        address to,
        uint256 amount,
        bytes extraData
    );
    event DepositFinalized(
        address indexed l1Token,
        address indexed l2Token,
        address indexed from,
        address to,
        uint256 amount,
        bytes extraData
    );

    function l1TokenBridge() external view returns (address) {
        return otherBridge;
    }

    function withdraw(address l2Token, uint256 amount, uint32 minGasLimit, bytes calldata extraData)
        external
        payable
        onlyEOA
    {
        withdrawToken(l2Token, msg.sender, amount, minGasLimit, extraData);
    }

    function withdrawTo(address l2Token, address to, uint256 amount, uint32 minGasLimit, bytes calldata extraData)
        external
        payable
    {
        withdrawToken(l2Token, to, amount, minGasLimit, extraData);
    }

    function withdrawToken(address token, address to, uint256 amount, uint32 minGasLimit, bytes calldata extraData)
        private
    {
        if (token == ETHER) return sendETH(msg.sender, to, amount, minGasLimit, extraData);
        require(msg.value == 0, "StandardBridge: cannot send value");
        sendERC20(token, IOptimismMintableERC20(token).remoteToken(), to, amount, minGasLimit, extraData);
    }

    function tellETHOut(address from, address to, uint256 amount, bytes memory extraData) internal override {
        emit WithdrawalInitiated(address(0), ETHER, from, to, amount, extraData);
        super.tellETHOut(from, to, amount, extraData);
    }

    function tellETHIn(address from, address to, uint256 amount, bytes memory extraData) internal override {
        emit DepositFinalized(address(0), ETHER, from, to, amount, extraData);
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
        emit WithdrawalInitiated(remote, local, from, to, amount, extraData);
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
        emit DepositFinalized(remote, local, from, to, amount, extraData);
        super.tellERC20In(local, remote, from, to, amount, extraData);
    }
}
