import { adminMethods } from 'virtual:contract';
import { useNavigate } from '../../frame/navigation.tsx';
import { requestDialog } from '../../frame/requested-dialog.ts';
import { useSession } from '../../frame/session.tsx';
import type { Choice } from '../../kit/choice-box.tsx';
import { useMessages } from '../../messages/index.ts';
import { useMayCall } from '../api.ts';
import { PLACES } from '../parts/id-link.tsx';
import { ACTIONS, type ActionName, type ActionPlace, type ActsOn } from './action-places.ts';
import { type Hit, isFor } from './hits.ts';

export interface Action {
  readonly method: ActionName;
  readonly place: ActionPlace;
  readonly text: string;
  /** Other words by which it is found. */
  readonly terms: string;
  readonly isFinal: boolean;
  /** It acts on something and opens at once. Others lead to a page, where a person does it. */
  readonly isDanger: boolean;
}

/** The actions that the role of the person allows, and how they begin. */
export function useActions() {
  const { palette } = useMessages();
  const may = useMayCall();
  const navigate = useNavigate();
  const { person } = useSession().session;
  const all = (Object.entries(ACTIONS) as [ActionName, ActionPlace][])
    .filter(([method]) => may(method))
    .map(([method, place]): Action => {
      const { summary: terms, final: isFinal = false } = adminMethods[method];
      const isDanger = isFinal && place.of !== undefined && place.dialog !== undefined;
      return { method, place, text: palette.actions[method], terms, isFinal, isDanger };
    });
  const runOn =
    ({ search, dialog }: ActionPlace, kind: ActsOn, id: string) =>
    () =>
      void navigate({ to: PLACES[kind], params: { id }, search, ...requestDialog(dialog) });
  /** On the page that has it. */
  const run =
    ({ to, search, dialog }: ActionPlace) =>
    () =>
      void navigate({ to: to ?? '/', search, ...requestDialog(dialog) });

  const canDo = ({ place }: Action, hit: Hit): boolean => isFor(place, hit, person.id);

  /** All actions on what was found. */
  function on(hit: Hit, whose: string): readonly Choice[] {
    const { kind, row } = hit;
    if (kind === 'device') return [];
    const group = palette.actionsOn(whose);
    const texts: Readonly<Partial<Record<ActionName, (name: string) => string>>> = palette.onFound;
    const own = all
      .filter((action) => canDo(action, hit))
      .map(({ method, place, text, terms, isFinal, isDanger }) => ({
        isFinal,
        isDanger,
        key: `action ${method} ${row.id}`,
        group,
        text: texts[method]?.(whose) ?? text,
        terms,
        run: runOn(place, kind, row.id),
      }));
    const log = {
      key: `log ${row.id}`,
      group,
      text: palette.auditLog(whose),
      run: () => void navigate({ to: '/audit-log', search: { holderId: row.id } }),
    };
    // What cannot be undone is last.
    const [usual, final] = [own.filter(({ isFinal }) => !isFinal), own.filter(({ isFinal }) => isFinal)];
    return [...usual, ...(kind === 'holder' ? [log] : []), ...final];
  }
  return { all, run, runOn, canDo, on };
}
