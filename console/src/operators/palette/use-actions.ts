import { adminMethods } from 'virtual:contract';
import { useNavigate } from '../../frame/navigation.tsx';
import { requestDialog } from '../../frame/requested-dialog.ts';
import type { Choice } from '../../kit/choice-box.tsx';
import { useMessages } from '../../messages/index.ts';
import { useMayCall } from '../api.ts';
import { PLACES } from '../parts/id-link.tsx';
import { ACTIONS, type ActionName, type ActionPlace, type ActsOn } from './action-places.ts';

export interface ActionTarget {
  readonly kind: ActsOn;
  readonly row: { readonly id: string };
  /** How people call it. */
  readonly text: string;
}

/** The actions that the role of the person allows: of the whole console, and those on what was found. */
export function useActions() {
  const { common, palette } = useMessages();
  const may = useMayCall();
  const navigate = useNavigate();
  const all = (Object.entries(ACTIONS) as [ActionName, ActionPlace][])
    .filter(([method]) => may(method))
    .map(([method, place]) => ({
      method,
      place,
      text: palette.actions[method],
      terms: adminMethods[method].summary,
    }));
  const choices = all.map(({ method, place: { to, of, search, dialog }, text, terms }): Choice => {
    // What it is on must be found first.
    const target = to === undefined ? { to: PLACES[of ?? 'holder'].replace('/$id', '') } : { to, search };
    return {
      key: `action ${method}`,
      group: common.paletteEverywhere,
      text,
      terms,
      run: () => void navigate({ ...target, ...requestDialog(of ? undefined : dialog) }),
    };
  });
  const on = ({ kind, row, text: whose }: ActionTarget): readonly Choice[] => [
    ...all
      .filter(({ place: { of, when } }) => of === kind && (when?.({ ...row }) ?? true))
      .map(({ method, place: { search, dialog }, text, terms }) => ({
        key: `action ${method} ${row.id}`,
        group: palette.actionsOn(whose),
        text,
        terms,
        run: () =>
          void navigate({ to: PLACES[kind], params: { id: row.id }, search, ...requestDialog(dialog) }),
      })),
    ...(kind === 'holder'
      ? [
          {
            key: `log ${row.id}`,
            group: palette.actionsOn(whose),
            text: palette.auditLog(whose),
            run: () => void navigate({ to: '/audit-log', search: { holderId: row.id } }),
          },
        ]
      : []),
  ];
  return { everywhere: choices, on };
}
