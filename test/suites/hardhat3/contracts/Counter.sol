// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Counter {
    error TooFar(uint256 by);

    event Incremented(address indexed by, uint256 number);

    uint256 public number;
    mapping(address holder => uint256) public balanceOf;
    string public symbol = "COUNT";

    constructor(uint256 start) {
        number = start;
    }

    function increment() external {
        number += 1;
        emit Incremented(msg.sender, number);
    }

    function increaseBy(uint256 by) external {
        require(by > 0, "by nothing");
        if (by > 100) revert TooFar(by);
        number += by;
    }

    function divide(uint256 by) external {
        number /= by;
    }

    function silent() external {
        number += 1;
        revert();
    }

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function randomness() external view returns (uint256) {
        return block.prevrandao;
    }
}
