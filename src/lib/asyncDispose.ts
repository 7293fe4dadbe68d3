/**
 * What `await using` calls. Node 20 has the symbol only where it runs itself, not in the contexts that
 * test runners make for each file; compilers look it up like this there.
 */
export const asyncDispose: typeof Symbol.asyncDispose =
  Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')
