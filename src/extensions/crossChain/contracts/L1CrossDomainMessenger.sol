// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {CrossDomainMessenger} from "./Messenger.sol";

interface IPortal {
    function l2Sender() external view returns (address);
    function paused() external view returns (bool);
    function depositTransaction(address to, uint256 value, uint64 gasLimit, bool isCreation, bytes memory data)
        external
        payable;
}

contract L1CrossDomainMessenger is CrossDomainMessenger {
    /// Set where the contract is placed.
    IPortal public portal;

    function PORTAL() external view returns (address) {
        return address(portal);
    }

    function paused() public view override returns (bool) {
        return portal.paused();
    }

    function pass(uint64 gasLimit, bytes memory data) internal override {
        portal.depositTransaction{value: msg.value}(otherMessenger, msg.value, gasLimit, false, data);
    }

    function isFromOther() internal view override returns (bool) {
        return msg.sender == address(portal) && portal.l2Sender() == otherMessenger;
    }

    function isUnsafe(address target) internal view override returns (bool) {
        return target == address(this) || target == address(portal);
    }
}
