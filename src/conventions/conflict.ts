/** Another change to the same row came first, or an id was taken already. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/** Far more than changes to the same rows that can meet; a limit so that a fault ends. */
const MAX_ATTEMPTS = 20;

/** Starts the work again from reading when another change came first. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
