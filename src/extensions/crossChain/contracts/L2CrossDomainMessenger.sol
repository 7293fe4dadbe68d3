// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {CrossDomainMessenger} from "./Messenger.sol";

interface IMessagePasser {
    function initiateWithdrawal(address target, uint256 gasLimit, bytes memory data) external payable;
}

contract L2CrossDomainMessenger is CrossDomainMessenger {
    IMessagePasser private constant PASSER = IMessagePasser(0x4200000000000000000000000000000000000016);
    uint160 private constant ALIAS = uint160(0x1111000000000000000000000000000000001111);

    function l1CrossDomainMessenger() external view returns (address) {
        return otherMessenger;
    }

    function pass(uint64 gasLimit, bytes memory data) internal override {
        PASSER.initiateWithdrawal{value: msg.value}(otherMessenger, gasLimit, data);
    }

    function isFromOther() internal view override returns (bool) {
        unchecked {
            return address(uint160(msg.sender) - ALIAS) == otherMessenger;
        }
    }

    function isUnsafe(address target) internal view override returns (bool) {
        return target == address(this) || target == address(PASSER);
    }
}
