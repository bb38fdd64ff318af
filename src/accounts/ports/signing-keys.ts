/** next: published ahead, so that everybody knows it before it signs. retired: verifies what it signed. */
export type KeyStage = 'active' | 'next' | 'retired';

export interface SigningKeyInfo {
  readonly keyId: string;
  readonly stage: KeyStage;
  readonly createdAt: number;
  /** From when on it signs. */
  readonly activeFrom: number;
}

/** The keys that sign tokens. They rotate by time; this is what an operator can do besides. */
export interface SigningKeyAdministration {
  list(): Promise<readonly SigningKeyInfo[]>;
  /** The next key signs from now on. `compromised`: nothing that the others signed is believed any more. */
  rotate(options: { readonly compromised: boolean }): Promise<void>;
}
