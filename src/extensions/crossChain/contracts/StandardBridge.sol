// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IMessenger {
    function sendMessage(address target, bytes calldata message, uint32 minGasLimit) external payable;
    function xDomainMessageSender() external view returns (address);
    function paused() external view returns (bool);
}

interface IToken {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// A token that a bridge makes for one of the other chain.
interface IOptimismMintableERC20 {
    function remoteToken() external view returns (address);
    function bridge() external returns (address);
    function mint(address to, uint256 amount) external;
    function burn(address from, uint256 amount) external;
}

interface IERC165 {
    function supportsInterface(bytes4 id) external view returns (bool);
}

/// Brings ether and tokens to its counterpart on the other chain: tokens of this chain are kept here, those of the
/// other are burnt.
abstract contract StandardBridge {
    uint32 internal constant RECEIVE_GAS = 200_000;

    /// Set where the contract is placed.
    IMessenger public messenger;
    address public otherBridge;
    mapping(address => mapping(address => uint256)) public deposits;

    event ETHBridgeInitiated(address indexed from, address indexed to, uint256 amount, bytes extraData);
    event ETHBridgeFinalized(address indexed from, address indexed to, uint256 amount, bytes extraData);
    event ERC20BridgeInitiated(
        address indexed localToken,
        address indexed remoteToken,
        address indexed from,
        address to,
        uint256 amount,
        bytes extraData
    );
    event ERC20BridgeFinalized(
        address indexed localToken,
        address indexed remoteToken,
        address indexed from,
        address to,
        uint256 amount,
        bytes extraData
    );

    /// Contracts would lose what goes to their address on the other chain.
    modifier onlyEOA() {
        require(
            msg.sender.code.length == 0 || (msg.sender == tx.origin && msg.sender.code.length == 23),
            "StandardBridge: function can only be called from an EOA"
        );
        _;
    }

    modifier onlyOtherBridge() {
        require(
            msg.sender == address(messenger) && messenger.xDomainMessageSender() == otherBridge,
            "StandardBridge: function can only be called from the other bridge"
        );
        require(!messenger.paused(), "StandardBridge: paused");
        _;
    }

    receive() external payable onlyEOA {
        sendETH(msg.sender, msg.sender, msg.value, RECEIVE_GAS, "");
    }

    function version() external pure returns (string memory) {
        return "2.6.0";
    }

    function MESSENGER() external view returns (address) {
        return address(messenger);
    }

    function OTHER_BRIDGE() external view returns (address) {
        return otherBridge;
    }

    function bridgeETH(uint32 minGasLimit, bytes calldata extraData) external payable onlyEOA {
        sendETH(msg.sender, msg.sender, msg.value, minGasLimit, extraData);
    }

    function bridgeETHTo(address to, uint32 minGasLimit, bytes calldata extraData) external payable {
        sendETH(msg.sender, to, msg.value, minGasLimit, extraData);
    }

    function bridgeERC20(address local, address remote, uint256 amount, uint32 minGasLimit, bytes calldata extraData)
        external
        onlyEOA
    {
        sendERC20(local, remote, msg.sender, amount, minGasLimit, extraData);
    }

    function bridgeERC20To(
        address local,
        address remote,
        address to,
        uint256 amount,
        uint32 minGasLimit,
        bytes calldata extraData
    ) external {
        sendERC20(local, remote, to, amount, minGasLimit, extraData);
    }

    function finalizeBridgeETH(address from, address to, uint256 amount, bytes calldata extraData)
        public
        payable
        onlyOtherBridge
    {
        require(msg.value == amount, "StandardBridge: amount sent does not match amount required");
        require(to != address(this), "StandardBridge: cannot send to self");
        require(to != address(messenger), "StandardBridge: cannot send to messenger");
        tellETHIn(from, to, amount, extraData);
        (bool success,) = to.call{value: amount}("");
        require(success, "StandardBridge: ETH transfer failed");
    }

    function finalizeBridgeERC20(
        address local,
        address remote,
        address from,
        address to,
        uint256 amount,
        bytes calldata extraData
    ) public onlyOtherBridge {
        if (isMintable(local)) {
            require(IOptimismMintableERC20(local).remoteToken() == remote, "StandardBridge: wrong remote token");
            IOptimismMintableERC20(local).mint(to, amount);
        } else {
            deposits[local][remote] -= amount;
            move(local, abi.encodeCall(IToken.transfer, (to, amount)));
        }
        tellERC20In(local, remote, from, to, amount, extraData);
    }

    function sendETH(address from, address to, uint256 amount, uint32 minGasLimit, bytes memory extraData) internal {
        require(msg.value == amount, "StandardBridge: bridging ETH must include sufficient ETH value");
        tellETHOut(from, to, amount, extraData);
        messenger.sendMessage{value: amount}(
            otherBridge, abi.encodeCall(this.finalizeBridgeETH, (from, to, amount, extraData)), minGasLimit
        );
    }

    function sendERC20(
        address local,
        address remote,
        address to,
        uint256 amount,
        uint32 minGasLimit,
        bytes memory extraData
    ) internal {
        if (isMintable(local)) {
            require(IOptimismMintableERC20(local).remoteToken() == remote, "StandardBridge: wrong remote token");
            IOptimismMintableERC20(local).burn(msg.sender, amount);
        } else {
            // What has come, where the token takes a fee.
            uint256 before = IToken(local).balanceOf(address(this));
            move(local, abi.encodeCall(IToken.transferFrom, (msg.sender, address(this), amount)));
            require(IToken(local).balanceOf(address(this)) == before + amount, "StandardBridge: token takes a fee");
            deposits[local][remote] += amount;
        }
        tellERC20Out(local, remote, msg.sender, to, amount, extraData);
        messenger.sendMessage(
            otherBridge,
            abi.encodeCall(this.finalizeBridgeERC20, (remote, local, msg.sender, to, amount, extraData)),
            minGasLimit
        );
    }

    /// Whether the bridge has made the token for one of the other chain.
    function isMintable(address token) private view returns (bool) {
        if (token.code.length == 0) return false;
        try IERC165(token).supportsInterface{gas: 30_000}(type(IOptimismMintableERC20).interfaceId) returns (bool is_) {
            return is_;
        } catch {
            return false;
        }
    }

    /// Some tokens return nothing.
    function move(address token, bytes memory data) private {
        require(token.code.length > 0, "StandardBridge: not a token");
        (bool success, bytes memory result) = token.call(data);
        require(success && (result.length == 0 || abi.decode(result, (bool))), "StandardBridge: transfer failed");
    }

    function tellETHOut(address from, address to, uint256 amount, bytes memory extraData) internal virtual {
        emit ETHBridgeInitiated(from, to, amount, extraData);
    }

    function tellETHIn(address from, address to, uint256 amount, bytes memory extraData) internal virtual {
        emit ETHBridgeFinalized(from, to, amount, extraData);
    }

    function tellERC20Out(
        address local,
        address remote,
        address from,
        address to,
        uint256 amount,
        bytes memory extraData
    ) internal virtual {
        emit ERC20BridgeInitiated(local, remote, from, to, amount, extraData);
    }

    function tellERC20In(
        address local,
        address remote,
        address from,
        address to,
        uint256 amount,
        bytes memory extraData
    ) internal virtual {
        emit ERC20BridgeFinalized(local, remote, from, to, amount, extraData);
    }
}
