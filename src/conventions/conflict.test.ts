import { describe, expect, it } from 'vitest';
import { ConflictError, retryOnConflict } from './errors.ts';

describe('retryOnConflict', () => {
  it('retryOnConflict repeats the work until there is no conflict', async () => {
    let attempts = 0;
    const work = async () => {
      attempts += 1;
      if (attempts < 4) throw new ConflictError('taken');
      return attempts;
    };
    expect(await retryOnConflict(work)).toBe(4);
  });

  it('retryOnConflict gives up after 20 attempts', async () => {
    let attempts = 0;
    const work = async () => {
      attempts += 1;
      throw new ConflictError('taken');
    };
    await expect(retryOnConflict(work)).rejects.toBeInstanceOf(ConflictError);
    expect(attempts).toBe(20);
  });

  it('retryOnConflict does not repeat work that failed for another reason', async () => {
    let attempts = 0;
    const work = async () => {
      attempts += 1;
      throw new Error('broken');
    };
    await expect(retryOnConflict(work)).rejects.toThrow('broken');
    expect(attempts).toBe(1);
  });
});
