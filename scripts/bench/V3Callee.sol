// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IERC20 {
  function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

interface IPool {
  function token0() external view returns (address);
  function token1() external view returns (address);
  function mint(address to, int24 lower, int24 upper, uint128 amount, bytes calldata data) external;
  function swap(address to, bool zeroForOne, int256 amount, uint160 limit, bytes calldata data) external;
}

/// Calls a pool of Uniswap v3 and pays what it asks for, as a router does.
contract V3Callee {
  function mint(IPool pool, int24 lower, int24 upper, uint128 amount) external {
    pool.mint(msg.sender, lower, upper, amount, abi.encode(msg.sender));
  }

  function swap(IPool pool, bool zeroForOne, int256 amount, uint160 limit) external {
    pool.swap(msg.sender, zeroForOne, amount, limit, abi.encode(msg.sender));
  }

  function uniswapV3MintCallback(uint256 owed0, uint256 owed1, bytes calldata data) external {
    pay(abi.decode(data, (address)), int256(owed0), int256(owed1));
  }

  function uniswapV3SwapCallback(int256 owed0, int256 owed1, bytes calldata data) external {
    pay(abi.decode(data, (address)), owed0, owed1);
  }

  function pay(address payer, int256 owed0, int256 owed1) private {
    IPool pool = IPool(msg.sender);
    if (owed0 > 0) IERC20(pool.token0()).transferFrom(payer, msg.sender, uint256(owed0));
    if (owed1 > 0) IERC20(pool.token1()).transferFrom(payer, msg.sender, uint256(owed1));
  }
}
