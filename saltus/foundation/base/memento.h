#pragma once

#include <memory>
#include <new>

namespace saltus {

// A value of an object that others refer to, and that refers to others, kept to be put back in its
// place. The copy refers to what the original refers to, parts of the original included: it is
// never used, only copied back to where the original lives, and there all references are right.
// So whatever belongs to an object is kept without a list of it, and nothing can be forgotten.
//
// A class whose copies are good for nothing else has a private copy constructor and this friend.
template <class T>
class Memento {
 public:
  explicit Memento(const T& original) : copy_(original) {}

  // `original` must be the object of the constructor. Nothing can be done if memory runs out.
  void restore(T& original) const noexcept {
    std::destroy_at(&original);
    ::new (static_cast<void*>(&original)) T(copy_);
  }

 private:
  T copy_;
};

}  // namespace saltus
