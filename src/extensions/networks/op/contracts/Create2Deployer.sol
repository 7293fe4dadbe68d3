// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Deploys contracts where CREATE2 says, at 0x13b0…EF2: with ether that it holds, for anybody. The one on
/// real chains also has its owner's switches, and deploys an ERC-1820 implementer.
contract Create2Deployer {
    receive() external payable {}

    function deploy(uint256 value, bytes32 salt, bytes memory code) external {
        require(address(this).balance >= value, "Create2: insufficient balance");
        require(code.length > 0, "Create2: bytecode length is zero");
        address deployed;
        assembly {
            deployed := create2(value, add(code, 0x20), mload(code), salt)
        }
        require(deployed != address(0), "Create2: Failed on deploy");
    }

    function computeAddress(bytes32 salt, bytes32 codeHash) external view returns (address) {
        return computeAddressWithDeployer(salt, codeHash, address(this));
    }

    function computeAddressWithDeployer(bytes32 salt, bytes32 codeHash, address deployer)
        public
        pure
        returns (address)
    {
        return address(uint160(uint256(keccak256(abi.encodePacked(hex"ff", deployer, salt, codeHash)))));
    }
}
