-- The archive of a person's data is a ZIP file, made as exports are.
alter table files.export drop constraint export_format_check;
alter table files.export add constraint export_format_check check (format in ('xlsx', 'csv', 'zip'));
