const listeners = new Set<() => void>();

/** For what lives outside of components: called when a person signed out, or another one signed in. */
export function whenSignedOut(listener: () => void): void {
  listeners.add(listener);
}

export function tellSignedOut(): void {
  for (const listener of listeners) listener();
}
