import { useMessages } from '../../../messages/index.ts';
import { useLabels } from '../../parts/labels.ts';

/** The ad units of a group by name. */
export function UnitList({ ids }: { readonly ids: readonly string[] }) {
  const { mediation } = useMessages();
  const labels = useLabels();
  if (ids.length === 0) return <span className="soft">{mediation.group.noUnits}</span>;
  return (
    <ul className="plain">
      {ids.map((id) => (
        <li key={id}>{labels.unit(id)}</li>
      ))}
    </ul>
  );
}
