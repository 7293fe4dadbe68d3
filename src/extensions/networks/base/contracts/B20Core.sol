// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {B20_FACTORY, IPolicies, Native, POLICY_REGISTRY} from "./Native.sol";

/// What all B20 tokens have: ERC-20 with memos, a cap, roles, pauses, policies, seizure and permits.
abstract contract B20Core is Native {
    enum PausableFeature {
        TRANSFER,
        MINT,
        BURN,
        SEIZE
    }

    error AccessControlUnauthorizedAccount(address account, bytes32 neededRole);
    error ContractPaused(PausableFeature feature);
    error InsufficientAllowance(address spender, uint256 allowance, uint256 needed);
    error InsufficientBalance(address sender, uint256 balance, uint256 needed);
    error InvalidSender(address sender);
    error InvalidReceiver(address receiver);
    error InvalidApprover(address approver);
    error InvalidSpender(address spender);
    error EmptyFeatureSet();
    error InvalidSupplyCap(uint256 currentSupply, uint256 proposedCap);
    error SupplyCapExceeded(uint256 cap, uint256 attempted);
    error PolicyForbids(bytes32 policyScope, uint64 policyId);
    error PolicyNotFound(uint64 policyId);
    error UnsupportedPolicyType(bytes32 policyScope);
    error AccountNotSeizable(address account);
    error AccountNotBlocked(address account);
    error ExpiredSignature(uint256 deadline);
    error InvalidSigner(address signer, address owner);
    error LastAdminCannotRenounce();
    error NotSoleAdmin();
    error AccessControlBadConfirmation();

    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Approval(address indexed owner, address indexed spender, uint256 amount);
    event Memo(address indexed caller, bytes32 indexed memo);
    event BurnedBlocked(address indexed caller, address indexed from, uint256 amount);
    event Seized(
        address indexed caller, address indexed from, address indexed to, uint256 amount
    );
    event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender);
    event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender);
    event RoleAdminChanged(
        bytes32 indexed role, bytes32 indexed previousAdminRole, bytes32 indexed newAdminRole
    );
    event LastAdminRenounced(address indexed previousAdmin);
    event Paused(address indexed updater, PausableFeature[] features);
    event Unpaused(address indexed updater, PausableFeature[] features);
    event PolicyUpdated(bytes32 indexed policyScope, uint64 oldPolicyId, uint64 newPolicyId);
    event SupplyCapUpdated(address indexed updater, uint256 oldSupplyCap, uint256 newSupplyCap);
    event ContractURIUpdated();
    event NameUpdated(address indexed updater, string newName);
    event SymbolUpdated(address indexed updater, string newSymbol);
    event EIP712DomainChanged();

    /// @custom:storage-location erc7201:base.b20
    struct Core {
        string name;
        string symbol;
        string contractURI;
        uint256 totalSupply;
        mapping(address => uint256) balances;
        mapping(address => mapping(address => uint256)) allowances;
        mapping(bytes32 => mapping(address => bool)) roles;
        mapping(bytes32 => bytes32) roleAdmins;
        uint256 adminCount;
        /// Ids of policies, 64 bits each: of sender, receiver and executor; of the receiver of what is
        /// minted; further down of who is not to be seized from and who may get what is seized.
        uint256 transferPolicies;
        uint256 mintPolicies;
        uint256 paused;
        uint256 supplyCap;
        mapping(address => uint256) nonces;
        uint256 seizePolicies;
    }

    uint256 internal constant MOST_SUPPLY = type(uint128).max;

    modifier whenNotPaused(PausableFeature feature) {
        _enter();
        if (_isPaused(feature)) revert ContractPaused(feature);
        _;
    }

    modifier onlyRole(bytes32 role) {
        _enter();
        if (!_isBeingMade()) _requireRole(role);
        _;
    }

    // Constants

    function DEFAULT_ADMIN_ROLE() public payable direct returns (bytes32) {
        return 0;
    }

    function MINT_ROLE() public payable direct returns (bytes32) {
        return keccak256("MINT_ROLE");
    }

    function BURN_ROLE() public payable direct returns (bytes32) {
        return keccak256("BURN_ROLE");
    }

    function BURN_BLOCKED_ROLE() public payable direct returns (bytes32) {
        return keccak256("BURN_BLOCKED_ROLE");
    }

    function SEIZE_ROLE() public payable direct returns (bytes32) {
        return keccak256("SEIZE_ROLE");
    }

    function PAUSE_ROLE() public payable direct returns (bytes32) {
        return keccak256("PAUSE_ROLE");
    }

    function UNPAUSE_ROLE() public payable direct returns (bytes32) {
        return keccak256("UNPAUSE_ROLE");
    }

    function METADATA_ROLE() public payable direct returns (bytes32) {
        return keccak256("METADATA_ROLE");
    }

    function TRANSFER_SENDER_POLICY() public payable direct returns (bytes32) {
        return keccak256("TRANSFER_SENDER_POLICY");
    }

    function TRANSFER_RECEIVER_POLICY() public payable direct returns (bytes32) {
        return keccak256("TRANSFER_RECEIVER_POLICY");
    }

    function TRANSFER_EXECUTOR_POLICY() public payable direct returns (bytes32) {
        return keccak256("TRANSFER_EXECUTOR_POLICY");
    }

    function MINT_RECEIVER_POLICY() public payable direct returns (bytes32) {
        return keccak256("MINT_RECEIVER_POLICY");
    }

    function SEIZE_EXEMPT_POLICY() public payable direct returns (bytes32) {
        return keccak256("SEIZE_EXEMPT_POLICY");
    }

    function SEIZE_RECEIVER_POLICY() public payable direct returns (bytes32) {
        return keccak256("SEIZE_RECEIVER_POLICY");
    }

    // ERC-20

    function name() external payable direct returns (string memory) {
        return _core().name;
    }

    function symbol() external payable direct returns (string memory) {
        return _core().symbol;
    }

    function totalSupply() external payable direct returns (uint256) {
        return _core().totalSupply;
    }

    function balanceOf(address account) external payable direct returns (uint256) {
        return _core().balances[account];
    }

    function allowance(address owner, address spender) external payable direct returns (uint256) {
        return _core().allowances[owner][spender];
    }

    function transfer(address to, uint256 amount) external payable returns (bool) {
        return _transfer(to, amount);
    }

    function transferWithMemo(address to, uint256 amount, bytes32 memo)
        external
        payable
        returns (bool)
    {
        _transfer(to, amount);
        emit Memo(msg.sender, memo);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount)
        external
        payable
        returns (bool)
    {
        return _transferFrom(from, to, amount);
    }

    function transferFromWithMemo(address from, address to, uint256 amount, bytes32 memo)
        external
        payable
        returns (bool)
    {
        _transferFrom(from, to, amount);
        emit Memo(msg.sender, memo);
        return true;
    }

    function approve(address spender, uint256 amount) external payable direct returns (bool) {
        _approve(msg.sender, spender, amount);
        return true;
    }

    // Metadata

    function updateName(string calldata newName) external payable onlyRole(METADATA_ROLE()) {
        _core().name = newName;
        emit NameUpdated(msg.sender, newName);
        emit EIP712DomainChanged();
    }

    function updateSymbol(string calldata newSymbol) external payable onlyRole(METADATA_ROLE()) {
        _core().symbol = newSymbol;
        emit SymbolUpdated(msg.sender, newSymbol);
    }

    function contractURI() external payable direct returns (string memory) {
        return _core().contractURI;
    }

    function updateContractURI(string calldata newURI) external payable onlyRole(METADATA_ROLE()) {
        _core().contractURI = newURI;
        emit ContractURIUpdated();
    }

    // Supply

    function mint(address to, uint256 amount) external payable {
        _mintByRole(to, amount);
    }

    function mintWithMemo(address to, uint256 amount, bytes32 memo) external payable {
        _mintByRole(to, amount);
        emit Memo(msg.sender, memo);
    }

    function burn(uint256 amount) external payable {
        _burnOwn(amount);
    }

    function burnWithMemo(uint256 amount, bytes32 memo) external payable {
        _burnOwn(amount);
        emit Memo(msg.sender, memo);
    }

    function burnBlocked(address from, uint256 amount)
        external
        payable
        whenNotPaused(PausableFeature.BURN)
        onlyRole(BURN_BLOCKED_ROLE())
    {
        if (_isAuthorized(_policyOf(TRANSFER_SENDER_POLICY()), from)) {
            revert AccountNotBlocked(from);
        }
        _burn(from, amount);
        emit BurnedBlocked(msg.sender, from, amount);
    }

    function seizeWithMemo(address from, address to, uint256 amount, bytes32 memo)
        external
        payable
        whenNotPaused(PausableFeature.SEIZE)
    {
        _requireRole(SEIZE_ROLE());
        _requireReceiver(to);
        if (from == address(0)) revert InvalidSender(from);
        if (from == to) revert InvalidReceiver(to);
        if (_isAuthorized(_policyOf(SEIZE_EXEMPT_POLICY()), from)) revert AccountNotSeizable(from);
        _requirePolicy(SEIZE_RECEIVER_POLICY(), to);
        _move(from, to, amount);
        emit Memo(msg.sender, memo);
        emit Seized(msg.sender, from, to, amount);
    }

    function supplyCap() external payable direct returns (uint256) {
        return _core().supplyCap;
    }

    function updateSupplyCap(uint256 newSupplyCap) external payable onlyRole(0) {
        Core storage core = _core();
        if (newSupplyCap < core.totalSupply || newSupplyCap > MOST_SUPPLY) {
            revert InvalidSupplyCap(core.totalSupply, newSupplyCap);
        }
        emit SupplyCapUpdated(msg.sender, core.supplyCap, newSupplyCap);
        core.supplyCap = newSupplyCap;
    }

    // Roles

    function hasRole(bytes32 role, address account) external payable direct returns (bool) {
        return _core().roles[role][account];
    }

    function getRoleAdmin(bytes32 role) external payable direct returns (bytes32) {
        return _core().roleAdmins[role];
    }

    function grantRole(bytes32 role, address account) external payable direct {
        // Who has no admin gets none, not even while it is made.
        if (role == 0 || !_isBeingMade()) _requireAdmins();
        if (!_isBeingMade()) _requireRole(_core().roleAdmins[role]);
        _grant(role, account);
    }

    function revokeRole(bytes32 role, address account) external payable direct {
        _requireRoleAdmin(role);
        _revoke(role, account);
    }

    function renounceRole(bytes32 role, address callerConfirmation) external payable direct {
        if (callerConfirmation != msg.sender) revert AccessControlBadConfirmation();
        _revoke(role, msg.sender);
    }

    function renounceLastAdmin() external payable direct {
        _requireRole(0);
        if (_core().adminCount != 1) revert NotSoleAdmin();
        _remove(0, msg.sender);
        emit LastAdminRenounced(msg.sender);
    }

    function setRoleAdmin(bytes32 role, bytes32 newAdminRole) external payable direct {
        _requireRoleAdmin(role);
        emit RoleAdminChanged(role, _core().roleAdmins[role], newAdminRole);
        _core().roleAdmins[role] = newAdminRole;
    }

    // Pauses

    function pausedFeatures() external payable direct returns (PausableFeature[] memory features) {
        features = new PausableFeature[](4);
        uint256 count = 0;
        for (uint256 i = 0; i < 4; i++) {
            if (_isPaused(PausableFeature(i))) features[count++] = PausableFeature(i);
        }
        assembly {
            mstore(features, count)
        }
    }

    function isPaused(PausableFeature feature) external payable direct returns (bool) {
        return _isPaused(feature);
    }

    function pause(PausableFeature[] calldata features) external payable onlyRole(PAUSE_ROLE()) {
        _core().paused |= _maskOf(features);
        emit Paused(msg.sender, features);
    }

    function unpause(PausableFeature[] calldata features)
        external
        payable
        onlyRole(UNPAUSE_ROLE())
    {
        _core().paused &= ~_maskOf(features);
        emit Unpaused(msg.sender, features);
    }

    // Policies

    function policyId(bytes32 policyScope) external payable direct returns (uint64) {
        return _policyOf(policyScope);
    }

    function updatePolicy(bytes32 policyScope, uint64 newPolicyId) external payable onlyRole(0) {
        uint64 oldPolicyId = _policyOf(policyScope);
        if (!IPolicies(POLICY_REGISTRY).policyExists(newPolicyId)) {
            revert PolicyNotFound(newPolicyId);
        }
        (uint256 slot, uint256 shift) = _placeOf(policyScope);
        assembly {
            let others := and(sload(slot), not(shl(shift, 0xffffffffffffffff)))
            sstore(slot, or(others, shl(shift, newPolicyId)))
        }
        emit PolicyUpdated(policyScope, oldPolicyId, newPolicyId);
    }

    // Permits

    function DOMAIN_SEPARATOR() public payable direct returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256(
                    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
                ),
                keccak256(bytes(_core().name)),
                keccak256("1"),
                block.chainid,
                address(this)
            )
        );
    }

    function nonces(address owner) external payable direct returns (uint256) {
        return _core().nonces[owner];
    }

    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external payable direct {
        if (block.timestamp > deadline) revert ExpiredSignature(deadline);
        bytes32 message = keccak256(
            abi.encode(
                keccak256(
                    "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
                ),
                owner,
                spender,
                value,
                _core().nonces[owner]++,
                deadline
            )
        );
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), message));
        address signer = ecrecover(digest, v, r, s);
        if (signer == address(0) || signer != owner) revert InvalidSigner(signer, owner);
        _approve(owner, spender, value);
    }

    function eip712Domain()
        external
        payable
        direct
        returns (
            bytes1,
            string memory,
            string memory,
            uint256,
            address,
            bytes32,
            uint256[] memory
        )
    {
        return (0x0f, _core().name, "1", block.chainid, address(this), 0, new uint256[](0));
    }

    // What they do

    function _transfer(address to, uint256 amount)
        private
        whenNotPaused(PausableFeature.TRANSFER)
        returns (bool)
    {
        _requireReceiver(to);
        _requireTransferPolicies(msg.sender, to);
        _move(msg.sender, to, amount);
        return true;
    }

    function _transferFrom(address from, address to, uint256 amount)
        private
        whenNotPaused(PausableFeature.TRANSFER)
        returns (bool)
    {
        _requireReceiver(to);
        if (from == address(0)) revert InvalidSender(from);
        uint256 allowed = _core().allowances[from][msg.sender];
        if (allowed < amount) revert InsufficientAllowance(msg.sender, allowed, amount);
        _requireTransferPolicies(from, to);
        _move(from, to, amount);
        if (allowed != type(uint256).max) {
            _core().allowances[from][msg.sender] = allowed - amount;
        }
        return true;
    }

    function _mintByRole(address to, uint256 amount)
        private
        whenNotPaused(PausableFeature.MINT)
        onlyRole(MINT_ROLE())
    {
        _mint(to, amount);
    }

    function _mint(address to, uint256 amount) internal {
        _requireReceiver(to);
        _requirePolicy(MINT_RECEIVER_POLICY(), to);
        Core storage core = _core();
        uint256 supply = core.totalSupply + amount;
        if (supply > core.supplyCap) revert SupplyCapExceeded(core.supplyCap, supply);
        core.totalSupply = supply;
        core.balances[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function _burnOwn(uint256 amount) private whenNotPaused(PausableFeature.BURN) {
        _requireRole(BURN_ROLE());
        _burn(msg.sender, amount);
    }

    function _burn(address from, uint256 amount) private {
        _take(from, amount);
        _core().totalSupply -= amount;
        emit Transfer(from, address(0), amount);
    }

    function _move(address from, address to, uint256 amount) private {
        _take(from, amount);
        _core().balances[to] += amount;
        emit Transfer(from, to, amount);
    }

    function _take(address from, uint256 amount) private {
        uint256 balance = _core().balances[from];
        if (balance < amount) revert InsufficientBalance(from, balance, amount);
        _core().balances[from] = balance - amount;
    }

    function _approve(address owner, address spender, uint256 amount) private {
        if (owner == address(0)) revert InvalidApprover(owner);
        if (spender == address(0)) revert InvalidSpender(spender);
        _core().allowances[owner][spender] = amount;
        emit Approval(owner, spender, amount);
    }

    function _grant(bytes32 role, address account) internal {
        if (_core().roles[role][account]) return;
        _core().roles[role][account] = true;
        if (role == 0) _core().adminCount++;
        emit RoleGranted(role, account, msg.sender);
    }

    function _revoke(bytes32 role, address account) private {
        if (!_core().roles[role][account]) return;
        if (role == 0 && _core().adminCount == 1) revert LastAdminCannotRenounce();
        _remove(role, account);
    }

    function _remove(bytes32 role, address account) private {
        _core().roles[role][account] = false;
        if (role == 0) _core().adminCount--;
        emit RoleRevoked(role, account, msg.sender);
    }

    function _requireRole(bytes32 role) internal view {
        if (!_core().roles[role][msg.sender]) {
            revert AccessControlUnauthorizedAccount(msg.sender, role);
        }
    }

    function _requireAdmins() private view {
        if (_core().adminCount == 0) revert AccessControlUnauthorizedAccount(msg.sender, 0);
    }

    function _requireRoleAdmin(bytes32 role) private view {
        if (_isBeingMade()) return;
        _requireAdmins();
        _requireRole(_core().roleAdmins[role]);
    }

    function _requireReceiver(address to) private view {
        if (to == address(0) || to == address(this)) revert InvalidReceiver(to);
    }

    function _requireTransferPolicies(address from, address to) private {
        if (_isBeingMade()) return;
        _requirePolicy(TRANSFER_EXECUTOR_POLICY(), msg.sender);
        _requirePolicy(TRANSFER_SENDER_POLICY(), from);
        _requirePolicy(TRANSFER_RECEIVER_POLICY(), to);
    }

    function _requirePolicy(bytes32 scope, address account) private {
        uint64 id = _policyOf(scope);
        if (!_isAuthorized(id, account)) revert PolicyForbids(scope, id);
    }

    function _isAuthorized(uint64 id, address account) private view returns (bool) {
        // 0 allows everyone.
        return id == 0 || IPolicies(POLICY_REGISTRY).isAuthorized(id, account);
    }

    function _policyOf(bytes32 scope) private returns (uint64 id) {
        (uint256 slot, uint256 shift) = _placeOf(scope);
        assembly {
            id := and(shr(shift, sload(slot)), 0xffffffffffffffff)
        }
    }

    /// The slot that has the policy of a scope, and how far from its end.
    function _placeOf(bytes32 scope) private returns (uint256 slot, uint256 shift) {
        Core storage core = _core();
        assembly {
            slot := core.slot
        }
        if (scope == TRANSFER_SENDER_POLICY()) return (slot + 9, 0);
        if (scope == TRANSFER_RECEIVER_POLICY()) return (slot + 9, 64);
        if (scope == TRANSFER_EXECUTOR_POLICY()) return (slot + 9, 128);
        if (scope == MINT_RECEIVER_POLICY()) return (slot + 10, 0);
        if (scope == SEIZE_EXEMPT_POLICY()) return (slot + 14, 0);
        if (scope == SEIZE_RECEIVER_POLICY()) return (slot + 14, 64);
        revert UnsupportedPolicyType(scope);
    }

    function _isPaused(PausableFeature feature) private view returns (bool) {
        return (_core().paused >> uint256(feature)) & 1 != 0;
    }

    function _maskOf(PausableFeature[] calldata features) private pure returns (uint256 mask) {
        if (features.length == 0) revert EmptyFeatureSet();
        for (uint256 i = 0; i < features.length; i++) mask |= 1 << uint256(features[i]);
    }

    /// Whether the factory is making it: the account has its code as soon as that is done.
    function _isBeingMade() internal view returns (bool) {
        return msg.sender == B20_FACTORY && address(this).code.length == 0;
    }

    function _enter() internal view override {
        super._enter();
        if (address(this).code.length == 0 && msg.sender != B20_FACTORY) {
            assembly {
                revert(0, 0)
            }
        }
    }

    function _isAtHome() internal view override returns (bool) {
        return uint160(address(this)) >> 80 == 0xB2 << 72;
    }

    function _core() internal pure returns (Core storage core) {
        assembly {
            core.slot := 0xc78b71fee795ddd74aff64ea9b2474194c938c3196430e10bb5f01ed48434000
        }
    }
}
