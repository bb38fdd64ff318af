import '../../../styles/people.css';
import { Link } from '../../../frame/navigation.tsx';
import { Id } from '../../../kit/id.tsx';
import { useHolderName, useMaySeeNames } from './names.ts';

interface PersonProps {
  /** The holder. */
  readonly id: string;
  /** What the name links to, if it is not the page of the person. */
  readonly link?: { readonly to: string; readonly id: string };
  /** Shown in place of the name, such as `Elena Brandt’s device`. */
  readonly textOf?: ((name: string) => string) | undefined;
  /** The id that is shown, if it is not that of the holder. */
  readonly shownId?: string;
}

/** A holder by name, with an id small below; by the id alone for those who may not see names. */
export function Person({ id, link = { to: '/holders/$id', id }, textOf, shownId = id }: PersonProps) {
  const name = useHolderName(id);
  const may = useMaySeeNames();
  const target = { to: link.to, params: { id: link.id } } as const;
  if (name === undefined)
    return (
      <span className={may ? 'person-of' : undefined}>
        <Link {...target}>
          <Id value={shownId} canCopy={false} />
        </Link>
      </span>
    );
  return (
    <span className="person-of">
      <Link {...target} dir="auto">
        {textOf?.(name) ?? name}
      </Link>
      <span className="soft small">
        <Id value={shownId} />
      </span>
    </span>
  );
}
