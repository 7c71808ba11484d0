import classes from './Dim.module.css'

/** What stands back in a row: dim, and whole under the pointer where the column is too narrow for it. */
export const Dim = ({ children, title = children }: { children: string; title?: string }) => (
  <span className={classes.dim} title={title}>
    {children}
  </span>
)

/** Nothing there. */
export const dash = <span className={classes.dim}>–</span>
