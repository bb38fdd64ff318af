import { beforeLeaving } from '../../../frame/before-leaving.ts';
import { whenSignedOut } from '../../../frame/signed-out.ts';
import { storeOf } from '../../../kit/store.ts';
import { type Draft, isTyped } from './forms.ts';

export type Decision = 'accept' | 'reject' | 'challenge' | 'resume';

/** For how long a decision can be undone, in milliseconds. */
export const UNDO_TIME = 5000;

/** A decision that the page holds back, so that it can be undone: the wallet may fetch it as soon as the server has it. */
export interface HeldDecision {
  readonly id: string;
  /** The person whom it is about. */
  readonly name: string;
  readonly decision: Decision;
  readonly draft: Draft;
  /** Sends it. Called once at most. */
  readonly send: () => Promise<void>;
  /** What happens when it is no longer held, whether it was sent or undone. */
  readonly onEnd: () => void;
}

/** A decision that was sent and not stored. */
export interface LostDecision extends Pick<HeldDecision, 'id' | 'name' | 'decision'> {
  readonly error: unknown;
}

/** What was typed about a proofing, with the form that was open. */
interface SavedDraft {
  readonly decision: Decision | undefined;
  readonly draft: Draft;
}

interface State {
  readonly held: HeldDecision | undefined;
  /** Decisions that were sent and have no answer yet. */
  readonly sending: readonly HeldDecision[];
  readonly lost: readonly LostDecision[];
}

const state = storeOf<State>({ held: undefined, sending: [], lost: [] });
/** Ids of proofings that were decided on this page. */
const decided = new Set<string>();
/** What was typed about proofings and is not stored by the server. */
const drafts = new Map<string, SavedDraft>();

let stopWaiting: () => void = () => {};

const set = (next: Partial<State>): void => state.set({ ...state.get(), ...next });

/** Takes the decision out, so that nothing else sends or undoes it. */
function take(): HeldDecision | undefined {
  const { held } = state.get();
  if (!held) return undefined;
  stopWaiting();
  set({ held: undefined });
  held.onEnd();
  return held;
}

/** Sends the decision that is held now, if there is one. It can then no longer be undone. */
export async function sendHeld(): Promise<void> {
  const held = take();
  if (!held) return;
  const { id, name, decision, draft } = held;
  decided.add(id);
  set({ sending: [...state.get().sending, held] });
  try {
    await held.send();
    drafts.delete(id);
  } catch (error) {
    decided.delete(id);
    drafts.set(id, { decision, draft });
    set({ lost: [...state.get().lost.filter((one) => one.id !== id), { id, name, decision, error }] });
  } finally {
    set({ sending: state.get().sending.filter((one) => one !== held) });
  }
}

/** Holds a decision back for {@link UNDO_TIME}, or until the page is left or the next decision is taken. */
export function holdDecision(held: HeldDecision): void {
  if (heldId() === held.id) throw new Error('a decision on this proofing is held already');
  void sendHeld();
  const timer = setTimeout(sendHeld, UNDO_TIME);
  const stop = beforeLeaving(sendHeld);
  stopWaiting = () => {
    clearTimeout(timer);
    stop();
  };
  drafts.delete(held.id);
  set({ held, lost: state.get().lost.filter(({ id }) => id !== held.id) });
}

/** Takes the decision back before it is sent. What was typed comes back with the proofing. */
export function undoHeld(): HeldDecision | undefined {
  const held = take();
  if (held) drafts.set(held.id, { decision: held.decision, draft: held.draft });
  return held;
}

/** Whether the proofing was decided on this page. */
export const isDecidedHere = (id: string): boolean => decided.has(id);

export const heldId = (): string | undefined => state.get().held?.id;

/** Decisions on this page that the server may not have yet. Their proofings wait on the server, but not for the person. */
const unstored = ({ held, sending }: State) => [...sending, ...(held ? [held] : [])];

export const unstoredIds = (): string[] => unstored(state.get()).map(({ id }) => id);

export const draftOf = (id: string): SavedDraft | undefined => drafts.get(id);

export function saveDraft(id: string, { decision, draft }: SavedDraft): void {
  if (isTyped(draft)) drafts.set(id, { decision, draft });
  else drafts.delete(id);
}

export const forgetLost = (id: string): void =>
  set({ lost: state.get().lost.filter((one) => one.id !== id) });

export const useHeldDecision = state.useValue;

export const useUnstoredDecisions = () => unstored(useHeldDecision());

whenSignedOut(() => {
  take();
  drafts.clear();
  decided.clear();
  set({ lost: [] });
});
