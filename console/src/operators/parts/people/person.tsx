import '../../../styles/people.css';
import { Link } from '@tanstack/react-router';
import { Id } from '../../../kit/id.tsx';
import { useHolderName } from './names.ts';

/** A holder by name, with the id small below; by the id alone for those who may not see names. */
export function Person({ id }: { readonly id: string }) {
  const name = useHolderName(id);
  const to = { to: '/holders/$id', params: { id } as never } as const;
  if (name === undefined)
    return (
      <Link {...to}>
        <Id value={id} canCopy={false} />
      </Link>
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
