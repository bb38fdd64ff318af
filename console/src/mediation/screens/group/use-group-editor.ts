import { useState } from 'react';
import { type Fields, linePath } from '../../../../../src/client/group-changes.ts';
import type { MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { ApiError, type Violation } from '../../../api/client.ts';
import { Abandoned, useSession } from '../../../frame/session.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { type Change, mediation as call, listChanges, useChange } from '../../api.ts';
import { type Draft, draftOf, isNew } from '../../model/draft.ts';
import { changesOf, draftWith, isEmpty } from '../../model/fields.ts';
import { withMappingsToMake } from '../../model/mappings-to-make.ts';
import { parseCpm } from '../../model/micros.ts';
import { useMakeMappings } from '../../parts/make-mappings.tsx';

export interface Conflict {
  readonly theirs: MediationGroup;
  /** Their change, if the audit log already has it. */
  readonly change: Change | undefined;
  readonly next: 'preview' | 'save';
}

/** Problems of prices that the page finds without the server. */
function useLocalProblems() {
  const { mediation } = useMessages();
  return ({ lines }: Pick<Draft, 'lines'>): readonly Violation[] =>
    lines.flatMap(({ key, cpmMode, cpm, state }) => {
      const parsed = parseCpm(cpm);
      if (cpmMode !== 'MANUAL' || state === 'REMOVED' || 'micros' in parsed) return [];
      const description = mediation.lines.cpmProblems[parsed.problem];
      return [{ field: `${linePath(key)}.cpmMicros`, description }];
    });
}

/** State of the editor: the group as read, the draft, and the changes between them. */
export function useGroupEditor(group: MediationGroup) {
  const { mediation } = useMessages();
  const { publisherId } = useAccount();
  const { guarded } = useSession();
  const say = useSay();
  const change = useChange('accounts.mediationGroups.patch');
  const localProblems = useLocalProblems();
  const makeMappings = useMakeMappings();
  const [base, setBase] = useState(group);
  const [draft, setDraft] = useState(() => draftOf(group));
  const [violations, setViolations] = useState<readonly Violation[]>([]);
  const [error, setError] = useState<unknown>();
  const [preview, setPreview] = useState<MediationGroup>();
  const [conflict, setConflict] = useState<Conflict>();
  const patch = changesOf(base, draft);
  const isDirty = !isEmpty(patch);
  const adopt = (read: MediationGroup) => {
    setBase(read);
    setDraft(draftOf(read));
    setViolations([]);
    setError(undefined);
  };
  // A group that was read again replaces one without unsaved changes.
  if (group.etag !== base.etag && !isDirty && !conflict && group !== base) adopt(group);

  const openConflict = async (next: Conflict['next']) => {
    const on = base.name ?? '';
    const { body: theirs } = await guarded(() => call('accounts.mediationGroups.get', { on }));
    const { changes } = await guarded(() =>
      listChanges({ publisher: publisherId, resource: on, pageSize: 1 }),
    ).catch(() => ({ changes: [] }));
    setPreview(undefined);
    setConflict({ theirs, change: changes[0], next });
  };

  const send = async (next: Conflict['next'], from: MediationGroup, wanted: Draft): Promise<void> => {
    setError(undefined);
    const local = localProblems(wanted);
    setViolations(local);
    if (local.length > 0) return;
    if (isEmpty(changesOf(from, wanted))) {
      say(mediation.group.noChanges);
      return;
    }
    const patch = (asked: Draft, validateOnly: boolean) => {
      const { updateMask: mask, body } = changesOf(from, asked);
      const query = { updateMask: mask.join(',') };
      return change.mutateAsync({ on: from.name ?? '', query, body, ifMatch: from.etag, validateOnly });
    };
    try {
      if (next === 'preview') setPreview(withMappingsToMake(await patch(wanted, true), wanted.lines));
      else {
        const lines = await makeMappings(wanted, {
          tryOut: () => patch(wanted, true),
          onMade: (made) => setDraft({ ...wanted, lines: made }),
        });
        const answer = await patch({ ...wanted, lines }, false);
        setPreview(undefined);
        adopt(answer);
        say(mediation.group.saved);
      }
    } catch (cause) {
      if (cause instanceof Abandoned) return;
      if (cause instanceof ApiError && cause.status === 412) await openConflict(next);
      else if (cause instanceof ApiError && cause.violations.length > 0) {
        setPreview(undefined);
        setViolations(cause.violations);
      } else setError(cause);
    }
  };

  return {
    base,
    draft,
    isDirty,
    isBusy: change.isPending,
    violations,
    error,
    preview,
    conflict,
    setDraft,
    open: () => send('preview', base, draft),
    save: () => send('save', base, draft),
    closePreview: () => setPreview(undefined),
    closeConflict: () => setConflict(undefined),
    discard: () => adopt(group),
    /** Continues with the chosen fields, based on the group as it is now. */
    async resolve({ theirs, next }: Conflict, wanted: Fields) {
      const merged = draftWith(theirs, wanted, draft.lines.filter(isNew));
      setBase(theirs);
      setDraft(merged);
      setConflict(undefined);
      await send(next, theirs, merged);
    },
  };
}
