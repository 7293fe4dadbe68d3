// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Token {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
}

interface Callee {
    function uniswapV2Call(address sender, uint256 amount0, uint256 amount1, bytes calldata data)
        external;
}

/// A pool that swaps as Uniswap v2's pairs do. Nobody adds liquidity to it or takes it out.
contract PairV2 {
    event Swap(
        address indexed sender,
        uint256 amount0In,
        uint256 amount1In,
        uint256 amount0Out,
        uint256 amount1Out,
        address indexed to
    );
    event Sync(uint112 reserve0, uint112 reserve1);

    address public token0;
    address public token1;
    address public factory;
    uint256 public price0CumulativeLast;
    uint256 public price1CumulativeLast;
    uint112 private reserve0;
    uint112 private reserve1;
    uint32 private lastTime;
    bool private isLocked;

    constructor(
        address token0_,
        address token1_,
        uint112 reserve0_,
        uint112 reserve1_,
        uint32 time
    ) {
        (token0, token1) = (token0_, token1_);
        (reserve0, reserve1, lastTime) = (reserve0_, reserve1_, time);
    }

    function getReserves() external view returns (uint112, uint112, uint32) {
        return (reserve0, reserve1, lastTime);
    }

    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external {
        require(!isLocked, "UniswapV2: LOCKED");
        isLocked = true;
        require(amount0Out > 0 || amount1Out > 0, "UniswapV2: INSUFFICIENT_OUTPUT_AMOUNT");
        require(
            amount0Out < reserve0 && amount1Out < reserve1, "UniswapV2: INSUFFICIENT_LIQUIDITY"
        );
        require(to != token0 && to != token1, "UniswapV2: INVALID_TO");
        if (amount0Out > 0) Token(token0).transfer(to, amount0Out);
        if (amount1Out > 0) Token(token1).transfer(to, amount1Out);
        if (data.length > 0) Callee(to).uniswapV2Call(msg.sender, amount0Out, amount1Out, data);
        (uint256 balance0, uint256 balance1) = balances();
        uint256 amount0In = amountIn(balance0, reserve0 - amount0Out);
        uint256 amount1In = amountIn(balance1, reserve1 - amount1Out);
        require(amount0In > 0 || amount1In > 0, "UniswapV2: INSUFFICIENT_INPUT_AMOUNT");
        uint256 product = (balance0 * 1000 - amount0In * 3) * (balance1 * 1000 - amount1In * 3);
        require(product >= uint256(reserve0) * reserve1 * 1000000, "UniswapV2: K");
        set(balance0, balance1);
        emit Swap(msg.sender, amount0In, amount1In, amount0Out, amount1Out, to);
        isLocked = false;
    }

    function sync() external {
        (uint256 balance0, uint256 balance1) = balances();
        set(balance0, balance1);
    }

    function balances() private view returns (uint256, uint256) {
        return (Token(token0).balanceOf(address(this)), Token(token1).balanceOf(address(this)));
    }

    function amountIn(uint256 balance, uint256 rest) private pure returns (uint256) {
        return balance > rest ? balance - rest : 0;
    }

    function set(uint256 balance0, uint256 balance1) private {
        require(
            balance0 <= type(uint112).max && balance1 <= type(uint112).max, "UniswapV2: OVERFLOW"
        );
        unchecked {
            uint32 passed = uint32(block.timestamp) - lastTime;
            price0CumulativeLast += ((uint256(reserve1) << 112) / reserve0) * passed;
            price1CumulativeLast += ((uint256(reserve0) << 112) / reserve1) * passed;
        }
        (reserve0, reserve1) = (uint112(balance0), uint112(balance1));
        lastTime = uint32(block.timestamp);
        emit Sync(reserve0, reserve1);
    }
}
