// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Token {
    function balanceOf(address account) external view returns (uint256);
}

/// Holds a searcher's tokens and makes its calls together, only if they bring what was expected.
contract Searcher {
    error NotOwner(address account);
    error TooLittle(uint256 gained, uint256 least);

    address public owner;

    struct Call {
        address target;
        bytes data;
    }

    /// Reverts when the calls bring less than `least` of the token.
    function run(Call[] calldata calls, address token, uint256 least) external {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        uint256 before = Token(token).balanceOf(address(this));
        for (uint256 index = 0; index < calls.length; index++) {
            (bool isDone, bytes memory returned) = calls[index].target.call(calls[index].data);
            if (isDone) continue;
            assembly {
                revert(add(returned, 32), mload(returned))
            }
        }
        uint256 held = Token(token).balanceOf(address(this));
        uint256 gained = held > before ? held - before : 0;
        if (gained < least) revert TooLittle(gained, least);
    }
}
