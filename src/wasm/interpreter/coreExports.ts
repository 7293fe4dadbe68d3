/** What the WebAssembly module gives; numbers are addresses in its memory. See assembly/index.ts. */
export interface CoreExports {
  readonly memory: WebAssembly.Memory
  /** What translated code calls; see assembly/forTranslated.ts. */
  readonly compute: unknown
  readonly operate: unknown
  readonly grow: unknown
  readonly multiply: unknown
  readonly divide: unknown
  readonly remainder: unknown
  readonly addModulo: unknown
  readonly multiplyModulo: unknown
  /** Runs the frame until it ends or needs the host: one of the exits of layout.ts. */
  run(frame: number): number
  analyse(code: number, size: number, destinations: number): void
  reserve(end: number): boolean
  payMemory(frame: number, offset: number, length: number): boolean
  resize(frame: number, size: number): boolean
  setMemoryLimit(bytes: number): void
  setCovering(covers: boolean): void
  clearOpcodes(gasOfExponentByte: number): void
  setOpcode(code: number, fixedGas: number, baseGas: number, least: number, most: number): void
  setPrice(index: number, price: number): void
  setStorageHere(isHere: boolean): void
  /** State gas of the transaction (EIP-8037): what is set aside for it, and what is used. */
  setStateGas(reserved: number, used: number): void
  stateGasLeft(): number
  stateGasUsed(): number
  /** Pays state gas, also from the frame's own gas. Says whether there was so much; nothing is paid if not. */
  payStateGas(frame: number, amount: number): boolean
  refillStateGas(frame: number, amount: number): void
  openSlots(at: number, bytes: number): void
  slotsStart(): number
  slotsEnd(): number
  openCall(): number
  currentCall(): number
  closeCall(caller: number): void
  revertCall(mark: number, caller: number): void
  /** The entry of an account's slot whose key stands at `slot`; 0 when there is no room for another. */
  findSlot(account: number, slot: number): number
  /** Where the value of an entry starts, its highest byte first and without zeros in front; it ends at `takenEnd`. */
  takeValue(entry: number): number
  takenEnd(): number
  openStepLog(
    at: number,
    bytes: number,
    most: number,
    withStack: boolean,
    withStorage: boolean,
    withZeroRefund: boolean,
  ): void
  closeStepLog(): void
  setStepDepth(depth: number): void
  /** Where the fixed texts of entries are wanted; see assembly/stepLog.ts. */
  stepTexts(): number
  stepBytes(): number
  takeSteps(): number
  isStorageStep(): boolean
  stepOperands(): number
  stepGas(): number
  dropStep(): void
  endStep(gasLeft: number): void
  priceStep(gasLeft: number): void
  closeStep(): void
  environmentStart(): number
  heapStart(): number
}

/** What the module asks for while a frame runs. */
export interface Host {
  /** Copies of what the last call returned. */
  copyReturnData(to: number, offset: number, length: number): void
  /** Fills an entry for a slot; gives whether it held another value when the transaction began. */
  loadSlot(entry: number): boolean
}

/** What the module imports. */
export interface CoreImports extends Host {
  /** Keeps `bytes` bytes at `at`: the oldest notes of what calls have written. */
  keepNotes(at: number, bytes: number): void
  /** Puts back to `at` what was kept last. */
  returnNotes(at: number): void
}

/** The module as those see it that put something into its memory. */
export interface CoreMemory {
  readonly exports: CoreExports
  /** The memory as it is now; not for keeping, since a memory that grows is another one. */
  bytes(): Uint8Array
}
