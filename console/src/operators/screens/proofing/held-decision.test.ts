import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const listeners = new Map<string, Set<() => void>>();
const target = {
  addEventListener: (type: string, listener: () => void) =>
    listeners.set(type, (listeners.get(type) ?? new Set()).add(listener)),
  removeEventListener: (type: string, listener: () => void) => listeners.get(type)?.delete(listener),
};
const page = { ...target, visibilityState: 'visible' };
const happens = (type: string) => {
  for (const listener of listeners.get(type) ?? []) listener();
};
vi.stubGlobal('addEventListener', target.addEventListener);
vi.stubGlobal('removeEventListener', target.removeEventListener);
vi.stubGlobal('document', page);

const { draftOf, heldId, holdDecision, isDecidedHere, sendHeld, undoHeld, unstoredIds, UNDO_TIME } =
  await import('./held-decision.ts');
const { EMPTY_DRAFT } = await import('./forms.ts');

let sent: string[];
let ended: string[];
let number = 0;

/** Holds a decision on a proofing that no other test uses. */
function hold(send: () => Promise<void> = async () => {}) {
  const id = `p-${++number}`;
  holdDecision({
    id,
    name: `Person ${number}`,
    decision: 'reject',
    draft: { ...EMPTY_DRAFT, note: `note ${number}` },
    async send() {
      sent.push(id);
      await send();
    },
    onEnd: () => ended.push(id),
  });
  return id;
}

beforeEach(async () => {
  vi.useFakeTimers();
  page.visibilityState = 'visible';
  sent = [];
  ended = [];
  await sendHeld();
  [sent, ended] = [[], []];
});

afterEach(() => {
  vi.useRealTimers();
});

describe('A decision that is held back', () => {
  it('is sent when its time is over, once, and cannot be undone then', async () => {
    const id = hold();
    await vi.advanceTimersByTimeAsync(UNDO_TIME - 1);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect([sent, ended]).toEqual([[id], [id]]);
    expect(undoHeld()).toBeUndefined();
    happens('pagehide');
    await vi.advanceTimersByTimeAsync(10 * UNDO_TIME);
    expect(sent).toEqual([id]);
    expect([isDecidedHere(id), draftOf(id)]).toEqual([true, undefined]);
  });

  it('is never sent if it is undone in time, and what was typed comes back', async () => {
    const id = hold();
    await vi.advanceTimersByTimeAsync(UNDO_TIME - 1);
    expect(undoHeld()?.id).toBe(id);
    await vi.advanceTimersByTimeAsync(10 * UNDO_TIME);
    happens('pagehide');
    expect([sent, ended]).toEqual([[], [id]]);
    expect(draftOf(id)).toMatchObject({ decision: 'reject', draft: { note: `note ${number}` } });
  });

  it.each([
    ['the page is closed', 'visible', 'pagehide'],
    ['the tab is hidden', 'hidden', 'visibilitychange'],
  ])('is sent at once when %s, and not again', async (_, state, event) => {
    const id = hold();
    page.visibilityState = state;
    happens(event);
    expect(sent).toEqual([id]);
    happens('pagehide');
    await vi.advanceTimersByTimeAsync(10 * UNDO_TIME);
    expect(sent).toEqual([id]);
  });

  it('is not sent when the tab is shown again', () => {
    hold();
    happens('visibilitychange');
    expect(sent).toEqual([]);
  });

  it('is sent when the next decision is taken, which is then the one that can be undone', async () => {
    const [first, second] = [hold(), hold()];
    expect(sent).toEqual([first]);
    expect(heldId()).toBe(second);
    expect(undoHeld()?.id).toBe(second);
    await vi.advanceTimersByTimeAsync(10 * UNDO_TIME);
    expect(sent).toEqual([first]);
  });

  it.each(['stores', 'refuses'])('is not stored until the server %s it', async (answer) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const id = hold(() => promise);
    expect(unstoredIds()).toEqual([id]);
    await vi.advanceTimersByTimeAsync(UNDO_TIME);
    const next = hold();
    expect([sent, unstoredIds()]).toEqual([[id], [id, next]]);
    if (answer === 'stores') resolve();
    else reject(new Error(answer));
    await vi.advanceTimersByTimeAsync(0);
    expect(unstoredIds()).toEqual([next]);
  });

  it('brings back what was typed if the server refuses it', async () => {
    const id = hold(async () => {
      throw new Error('another user has already decided');
    });
    await vi.advanceTimersByTimeAsync(UNDO_TIME);
    expect(sent).toEqual([id]);
    expect(isDecidedHere(id)).toBe(false);
    expect(draftOf(id)).toMatchObject({ decision: 'reject', draft: { note: `note ${number}` } });
  });
});
