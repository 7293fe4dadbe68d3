// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Collects one kind of fee. Nothing comes out of it here.
contract FeeVault {
    receive() external payable {}
}
