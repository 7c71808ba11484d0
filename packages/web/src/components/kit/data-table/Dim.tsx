import classes from './Dim.module.css'

/** Secondary text in a row: dim, with a tooltip in case the column is too narrow for it. */
export const Dim = ({ children, title = children }: { children: string; title?: string }) => (
  <span className={classes.dim} title={title}>
    {children}
  </span>
)

/** Shown when there is no value. */
export const dash = <span className={classes.dim}>–</span>
