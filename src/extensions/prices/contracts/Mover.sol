// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Pool {
    function token0() external view returns (address);
    function token1() external view returns (address);
}

interface PairV2 is Pool {
    function getReserves() external view returns (uint112, uint112, uint32);
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external;
}

interface PoolV3 is Pool {
    function swap(
        address recipient,
        bool zeroForOne,
        int256 amountSpecified,
        uint160 sqrtPriceLimitX96,
        bytes calldata data
    ) external returns (int256, int256);
}

/// The exchange in the fixtures of the package.
interface Exchange is Pool {
    function reserve0() external view returns (uint256);
    function reserve1() external view returns (uint256);
    function swap(address tokenIn, uint256 amountIn, uint256 least, address to, uint256 deadline)
        external
        returns (uint256);
}

/// Moves all sources of a price in one transaction: updates feeds, and swaps in pools until they have the price.
contract Mover {
    struct Step {
        address target;
        bytes data;
    }

    address private constant operator =
        address(uint160(uint256(keccak256("preconf price operator"))));
    /// The pool that may call back now.
    address private pool;

    function run(Step[] calldata steps) external {
        require(msg.sender == operator, "only the price operator moves prices");
        for (uint256 index; index < steps.length; index++) {
            send(steps[index].target, steps[index].data);
        }
    }

    /// The price is the square root of token1 for a token0, in units of 2^-96.
    function moveV2(PairV2 pair, uint256 sqrtPriceX96) external {
        require(msg.sender == address(this), "only within run");
        (uint256 reserve0, uint256 reserve1,) = pair.getReserves();
        (bool isIn0, uint256 amountIn, uint256 amountOut) =
            swapTo(reserve0, reserve1, sqrtPriceX96);
        if (amountOut == 0) return;
        pay(isIn0 ? pair.token0() : pair.token1(), address(pair), amountIn);
        pair.swap(isIn0 ? 0 : amountOut, isIn0 ? amountOut : 0, address(this), "");
    }

    function moveExchange(Exchange exchange, uint256 sqrtPriceX96) external {
        require(msg.sender == address(this), "only within run");
        (bool isIn0, uint256 amountIn, uint256 amountOut) =
            swapTo(exchange.reserve0(), exchange.reserve1(), sqrtPriceX96);
        if (amountOut == 0) return;
        address token = isIn0 ? exchange.token0() : exchange.token1();
        send(token, abi.encodeWithSignature("approve(address,uint256)", exchange, amountIn));
        exchange.swap(token, amountIn, 0, address(this), type(uint256).max);
    }

    function moveV3(PoolV3 target, uint160 sqrtPriceX96) external {
        require(msg.sender == address(this), "only within run");
        // Pools return more or less after it.
        uint256 now_ = abi.decode(send(address(target), abi.encodeWithSignature("slot0()")), (uint256));
        if (now_ == sqrtPriceX96) return;
        pool = address(target);
        target.swap(address(this), sqrtPriceX96 < now_, type(int128).max, sqrtPriceX96, "");
        pool = address(0);
    }

    /// Pays a pool for a swap: `uniswapV3SwapCallback`, by whatever name a pool calls it.
    fallback() external {
        require(msg.sender == pool, "only the pool that swaps calls back");
        (int256 amount0, int256 amount1) = abi.decode(msg.data[4:], (int256, int256));
        if (amount0 > 0) pay(Pool(pool).token0(), pool, uint256(amount0));
        if (amount1 > 0) pay(Pool(pool).token1(), pool, uint256(amount1));
    }

    /// The swap after which a pool with a constant product has the price.
    function swapTo(uint256 reserve0, uint256 reserve1, uint256 sqrtPriceX96)
        private
        pure
        returns (bool isIn0, uint256 amountIn, uint256 amountOut)
    {
        uint256 root = squareRoot(reserve0 * reserve1);
        uint256 wanted0 = (root << 96) / sqrtPriceX96;
        isIn0 = wanted0 > reserve0;
        (uint256 reserveIn, uint256 reserveOut) = isIn0 ? (reserve0, reserve1) : (reserve1, reserve0);
        amountIn = amountFor(reserveIn, isIn0 ? wanted0 : (root * sqrtPriceX96) >> 96);
        amountOut = (reserveOut * amountIn * 997) / (reserveIn * 1000 + amountIn * 997);
    }

    /// What has to come in so that, with the fee of 0.3 %, the reserves have the price at which `wanted` would be in
    /// the pool without a fee.
    function amountFor(uint256 reserve, uint256 wanted) private pure returns (uint256) {
        if (wanted <= reserve) return 0;
        uint256 root = squareRoot(9 * reserve * reserve + 3988000 * wanted * wanted);
        return root <= 1997 * reserve ? 0 : (root - 1997 * reserve) / 1994;
    }

    /// Some tokens return nothing.
    function pay(address token, address to, uint256 amount) private {
        send(token, abi.encodeWithSignature("transfer(address,uint256)", to, amount));
    }

    function send(address target, bytes memory data) private returns (bytes memory answer) {
        bool isDone;
        (isDone, answer) = target.call(data);
        if (isDone) return answer;
        assembly {
            revert(add(answer, 32), mload(answer))
        }
    }

    function squareRoot(uint256 value) private pure returns (uint256 root) {
        if (value == 0) return 0;
        root = 1;
        for (uint256 rest = value; rest > 3; rest >>= 2) root <<= 1;
        root <<= 1;
        while (true) {
            uint256 next = (root + value / root) / 2;
            if (next >= root) return root;
            root = next;
        }
    }
}
