// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Uses gas without work for the machine: a call that stops at an invalid instruction uses all it is given.
contract Work {
    event Worked(address indexed worker, uint256 gasUsed);

    function work(uint256 gasToUse) external {
        (bool isDone, ) = address(this).call{gas: gasToUse}(abi.encodeCall(this.stop, ()));
        assert(!isDone);
        emit Worked(msg.sender, gasToUse);
    }

    function stop() external pure {
        assembly {
            invalid()
        }
    }
}
