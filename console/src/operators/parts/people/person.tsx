import '../../../styles/people.css';
import { Link } from '@tanstack/react-router';
import { Id } from '../../../kit/id.tsx';
import { useHolderName, useMaySeeNames } from './names.ts';

/** A holder by name, with the id small below; by the id alone for those who may not see names. */
export function Person({ id }: { readonly id: string }) {
  const name = useHolderName(id);
  const may = useMaySeeNames();
  const to = { to: '/holders/$id', params: { id } as never } as const;
  if (name === undefined)
    return (
      <span className={may ? 'person-of' : undefined}>
        <Link {...to}>
          <Id value={id} canCopy={false} />
        </Link>
      </span>
    );
  return (
    <span className="person-of">
      <Link {...to} dir="auto">
        {name}
      </Link>
      <span className="soft small">
        <Id value={id} />
      </span>
    </span>
  );
}
