import { useRouterState } from '@tanstack/react-router';
import { Checkbox } from '../kit/field.tsx';
import type { Column } from '../kit/table.tsx';
import { useMessages } from '../messages/index.ts';
import { AtFilters } from './list-filters.tsx';
import { usePreferences } from './preferences.tsx';

/** The columns of the list that the person wants to see; the browser keeps the choice. The first one always stays. */
export function useColumnChoice<Row>(all: readonly Column<Row>[]) {
  const { common } = useMessages();
  const { preferences, change } = usePreferences();
  const list = useRouterState({ select: ({ location }) => location.pathname.split('/').at(-1) ?? '' });
  const usual = all.filter(({ isExtra }) => isExtra).map(({ key }) => key);
  const hidden = preferences.hiddenColumns[list] ?? usual;
  const show = (key: string, isShown: boolean) => {
    const others = hidden.filter((one) => one !== key);
    const now = isShown ? others : [...others, key];
    change({ hiddenColumns: { ...preferences.hiddenColumns, [list]: now } });
  };
  const [first, ...rest] = all;
  return {
    columns: all.filter((column) => column === first || !hidden.includes(column.key)),
    choice: (
      <AtFilters>
        <details className="column-chooser">
          <summary>{common.columns}</summary>
          <fieldset className="column-choice">
            <legend className="hidden-visually">{common.columns}</legend>
            {rest.map(({ key, head }) => (
              <Checkbox
                key={key}
                label={head}
                isChecked={!hidden.includes(key)}
                onChange={(isShown) => show(key, isShown)}
              />
            ))}
          </fieldset>
        </details>
      </AtFilters>
    ),
  };
}
