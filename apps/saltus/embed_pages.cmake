# cmake -DPAGES_FOLDER=… -DOUTPUT=… -P embed_pages.cmake
# Writes a C++ source that holds every page, in the order of the codes.
file(GLOB pages ${PAGES_FOLDER}/*.md)
list(SORT pages)
set(count 0)
set(entries "")
foreach(page IN LISTS pages)
  get_filename_component(code ${page} NAME_WE)
  if(NOT code MATCHES "^[A-Z][0-9]+$")
    continue()
  endif()
  file(READ ${page} text)
  string(APPEND entries "    {\"${code}\", R\"~page~(${text})~page~\"},\n")
  math(EXPR count "${count} + 1")
endforeach()
file(WRITE ${OUTPUT} "// Generated from docs/diagnostics.
#include \"apps/saltus/diagnostic_pages.h\"

namespace saltus {
namespace {
constexpr DiagnosticPage pages[${count} + 1] = {
${entries}    {}};
}  // namespace

std::span<const DiagnosticPage> diagnostic_pages() { return {pages, ${count}}; }
}  // namespace saltus
")
