// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Counter} from "../src/Counter.sol";

interface Vm {
    function startBroadcast() external;
    function stopBroadcast() external;
}

/// Deploys one counter as usual, one at an address that depends on nothing but its code, and uses both.
contract Deploy {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    bool public constant IS_SCRIPT = true;

    function run() external returns (Counter counter, Counter salted) {
        vm.startBroadcast();
        counter = new Counter(5);
        salted = new Counter{salt: bytes32(uint256(1))}(7);
        counter.increment();
        salted.increaseBy(3);
        payable(address(0xB0B)).transfer(1 ether);
        vm.stopBroadcast();
    }

    function plain() external returns (Counter counter) {
        vm.startBroadcast();
        counter = new Counter(5);
        counter.increment();
        vm.stopBroadcast();
    }
}
