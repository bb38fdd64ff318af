import { useState } from 'react';
import { useMessages } from '../../messages/index.ts';

/** Chosen rows of a list. Rows that are no longer shown are no longer chosen. */
export function useChoice(shown: readonly string[]) {
  const { common } = useMessages();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = shown.filter((id) => chosen.has(id));
  return {
    ids,
    set: (left: readonly string[]) => setChosen(new Set(left)),
    choice: <Row>(label: (row: Row) => string) => ({
      chosen,
      onChange: setChosen,
      label: (row: Row) => common.chooseRow(label(row)),
      allLabel: common.chooseAll,
    }),
  };
}
