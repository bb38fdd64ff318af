import { type Cryptoki, loadCryptoki, returnValueOf } from './cryptoki.ts';

/** A loaded module. PKCS#11 knows one application for each process, so all sessions of the process share it. */
export interface Library {
  readonly cryptoki: Cryptoki;
  /** Grows with each restart; handles of an earlier generation may mean something else by now. */
  generation: number;
}

const libraries = new Map<string, Library>();

function initialize(cryptoki: Cryptoki): void {
  try {
    cryptoki.C_Initialize();
  } catch (error) {
    if (returnValueOf(error) !== 'CKR_CRYPTOKI_ALREADY_INITIALIZED') throw error;
  }
}

/** @throws CustodyError when the module cannot be loaded. */
export function libraryOf(module: string): Library {
  const known = libraries.get(module);
  if (known) return known;
  const cryptoki = loadCryptoki(module);
  initialize(cryptoki);
  const library = { cryptoki, generation: 1 };
  libraries.set(module, library);
  return library;
}

/** Closes every session and looks for tokens again. */
export function restart(library: Library): void {
  library.generation += 1;
  try {
    library.cryptoki.C_Finalize();
  } catch {
    // It was not running; it is about to.
  }
  initialize(library.cryptoki);
}
